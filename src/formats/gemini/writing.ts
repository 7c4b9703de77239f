import type { ConversionNote, Entry, Part } from "../../index.js";
import { metadataOf, type ObjectForm, readForm, readSource, writeObject } from "../shared/form.js";
import { wellFormed } from "../shared/ids.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import type { Call, Pairs } from "../shared/pairs.js";
import type { Report } from "../shared/report.js";
import { NOT_JSON, noteProofs, type Say } from "../shared/texts.js";
import { FORMAT, GUARDED, isBypass, KEYS, PROVIDER, PROVIDERS, signatureOf } from "./form.js";
import { toSnake } from "./spelling.js";

/** What the writers of one conversion share. */
export interface Writing {
  readonly entries: readonly Entry[];
  readonly report: Report;
  readonly pairs: Pairs;
  /** The calls that are sent as such, which need their responses. */
  readonly sent: Set<Call>;
  /** Files of results are sent beside them, which the models take from version 3 on. */
  readonly hasFilesInResults: boolean;
}

/** A part as it is sent, and the part of the transcript that it says. */
export interface Piece {
  readonly value: Record<string, unknown>;
  readonly kind: "text" | "thought" | "call" | "other";
  readonly entry: number;
  readonly part?: number | undefined;
  /** A text without a character, which stands by itself or not at all. */
  readonly isEmpty?: boolean;
}

/** A content that is being put together. */
export interface Draft {
  readonly role: string;
  readonly pieces: Piece[];
  /** The entry whose form the content has; none where the content was made here. */
  readonly form: Entry | undefined;
  readonly entry: number;
  /** Holds responses of functions, and nothing else. */
  readonly isResponse: boolean;
}

/** A part of the transcript that is being written: where it stands, and what was told of it. */
export class Telling {
  /** Whether the part is not sent as it was. */
  isChanged = false;

  constructor(
    readonly writing: Writing,
    readonly entry: number,
    readonly part: number,
  ) {}

  readonly say: Say = (action, what) => {
    this.isChanged ||= action === "converted";
    note(this.writing, this, action, what);
  };

  /** A text that stands for what has no place. */
  text(text: string): Piece {
    return textPiece(text, this.entry, this.part);
  }
}

/** Tells what became of a part, or of an entry. */
export function note(
  writing: Writing,
  { entry, part }: { readonly entry: number; readonly part?: number | undefined },
  action: ConversionNote["action"],
  what: string,
): void {
  writing.report.note(entry, action, what, part === undefined ? undefined : `content[${part}]`);
}

/** A text that was made here. */
export function textPiece(text: string, entry: number, part?: number): Piece {
  return { value: { text: wellFormed(text) }, kind: "text", entry, part };
}

/** Writes the object in a part, with what else stood in it. */
export function writeInner(
  part: Part,
  member: Exclude<keyof typeof KEYS, "content">,
  fields: PlainObject,
  telling: Telling,
): Record<string, unknown> {
  if (part.source === undefined) return { ...fields };
  const source = readSource(part, FORMAT);
  const form = readForm(source["inner"]);
  const kept = getOwn(metadataOf(part, PROVIDER), member);
  const written = writeObject({
    fields: form.keys === undefined ? fields : { ...blanksOf(form), ...fields },
    form,
    kept: isPlainObject(kept) ? kept : undefined,
    guarded: KEYS[member],
    onChange: () => telling.say("converted", NOT_JSON),
  });
  return source["innerSnake"] === true ? toSnake(written) : written;
}

/** Puts what a part says into an object of its own, with its signature and what else stood beside it. */
export function surround(part: Part, member: string, value: unknown, telling: Telling): Record<string, unknown> {
  if (part.source === undefined && part.providerMetadata === undefined) return { [member]: value };
  const { say } = telling;
  noteProofs(part, say, ...PROVIDERS);
  const signature = sign(part, telling);
  const source = readSource(part, FORMAT);
  if (source["second"] === true) say("dropped", "second member of a part, which holds one");
  const form = readForm(source);
  const thought = part.type === "reasoning" || getOwn(form.values, "thought");
  const written = writeObject({
    fields: {
      [member]: value,
      ...(typeof thought === "boolean" && { thought }),
      ...(form.keys !== undefined && blanksOf(form)),
      ...(signature !== undefined && { thoughtSignature: signature }),
    },
    form,
    kept: metadataOf(part, PROVIDER),
    guarded: GUARDED,
    onChange: () => say("converted", NOT_JSON),
  });
  return source["snake"] === true ? toSnake(written) : written;
}

/** The signature that a part is sent with. One of a part that had to be changed proves nothing any more. */
export function sign(part: Part, telling: Telling): string | undefined {
  const { bypass } = readSource(part, FORMAT);
  const proof = signatureOf(part);
  if (proof === undefined) return isBypass(bypass) ? bypass : undefined;
  if (!telling.isChanged) return proof;
  telling.say("dropped", "signature of a part that is not sent as it was");
  return undefined;
}

/** What says as much as nothing, and is written again where it came. */
function blanksOf({ values }: ObjectForm): Record<string, unknown> {
  const blanks: Record<string, unknown> = {};
  for (const key of ["id", "mimeType", "displayName", "thoughtSignature"])
    if (getOwn(values, key) === "") blanks[key] = "";
  if (Array.isArray(getOwn(values, "parts"))) blanks["parts"] = [];
  return blanks;
}
