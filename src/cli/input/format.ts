import type { ConversionNote, Transcript } from "../../index.js";
import type { Reading } from "../logs/reading.js";
import { Failure } from "../io.js";
import { type JsonObject, memberOf } from "./json.js";
import { findMessages, type MessageList } from "./messages.js";
import type { Parsed } from "./parse-text.js";
import type { Shape } from "./shapes.js";

/** A form in which conversations are kept. */
export interface Format {
  readonly name: string;
  /** What it is, for people. */
  readonly title: string;
  /** How much the input looks like it: of all formats the one with the most reads it, if that is more than 0. */
  readonly likeness: (input: Parsed) => number;
  /** Reads an input that looks like it, or is said to be of it. */
  readonly read: (input: Parsed) => readonly Reading[];
  /** Absent where a format is only read. */
  readonly write?: (transcript: Transcript) => Written;
}

/** A format that can be written. */
export type WritableFormat = Format & Required<Pick<Format, "write">>;

export function isWritable(format: Format): format is WritableFormat {
  return format.write !== undefined;
}

/** What a conversion gave. */
export interface Written {
  readonly result: unknown;
  readonly report: readonly ConversionNote[];
}

/** A format that is told by the whole of a file rather than by its messages. */
interface FileFormat {
  readonly name: string;
  readonly title: string;
  readonly fits: (input: Parsed) => boolean;
  readonly read: (input: Parsed) => Reading | readonly Reading[];
  readonly write?: (transcript: Transcript) => Written;
}

/** Makes a format that is told by the whole of a file. */
export function fileFormat({ fits, read, ...format }: FileFormat): Format {
  return {
    ...format,
    likeness: (input) => (fits(input) ? Infinity : 0),
    read: (input) => {
      if (!fits(input)) throw new Failure(`it holds none of the ${format.title}`);
      return [read(input)].flat();
    },
  };
}

/** A format of lists of messages, which may stand in a request. */
interface MessageFormat {
  readonly name: string;
  readonly title: string;
  readonly shape: Shape;
  /** Reads what has no mark of any format. */
  readonly takesUnmarked?: (list: MessageList) => boolean;
  /** The member of a request that is read with the messages, by all its names. */
  readonly system?: readonly string[];
  readonly read: (messages: readonly JsonObject[], system: unknown) => Transcript;
  readonly write: (transcript: Transcript) => Written;
}

/** Makes a format of lists of messages. What a request holds beside them is noted. */
export function messageFormat({ shape, takesUnmarked, system = [], read, ...format }: MessageFormat): Format {
  return {
    ...format,
    likeness: ({ value }) => {
      const list = findMessages(value);
      if (list === undefined) return 0;
      return list.messages.filter(shape).length + (takesUnmarked?.(list) === true ? UNMARKED : 0);
    },
    read: ({ value }) => {
      const list = findMessages(value);
      if (list === undefined) throw new Failure("it holds no list of messages");
      const { messages, around, key } = list;
      const beside = Object.keys(around).filter((name) => name !== key && !system.includes(name));
      const notes = beside.length === 0 ? [] : [`left out, beside the messages: ${beside.join(", ")}`];
      const said = system.map((name) => memberOf(around, name)).find((value) => value !== undefined);
      return [{ transcript: read(messages, said), notes }];
    },
  };
}

/** Less than one message with a mark. */
const UNMARKED = 0.5;
