import type { CustomPart, FilePart, ReasoningPart, TextPart, ToolCallPart } from "../../index.js";
import { readForm, readSource, writeObject } from "../shared/form.js";
import { spell, wellFormed } from "../shared/ids.js";
import { writeObjectInput } from "../shared/object-input.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { copyOwn, keepText, noteProofs, writeText } from "../shared/texts.js";
import { fileLine } from "../shared/wording.js";
import { writeFile } from "./files.js";
import { FORMAT, GUARDED, isSigned, MEMBERS, PROVIDERS } from "./form.js";
import { sentId } from "./links.js";
import type { Holder } from "./read-parts.js";
import { toSnake } from "./spelling.js";
import { type Piece, sign, surround, type Telling, writeInner } from "./writing.js";

/** What a part says where it is kept whole for standing in the wrong place. */
const MISPLACED: readonly string[] = ["text", "functionCall", "functionResponse"];

/** The longest name of a function that is made here. */
const MAX_NAME = 64;

/**
 * Writes text. One with nothing to be seen is sent if it is signed, or came so; one without a character that is not signed
 * only if it came as all that the user said.
 */
export function writeTextPart(part: TextPart, isAlone: boolean, telling: Telling): Piece | undefined {
  const source = readSource(part, FORMAT);
  const isEmpty = part.text === "" && !isSigned(part);
  const isKept = isSigned(part) || (source["own"] === true && (!isEmpty || isAlone));
  if (part.text.trim() === "" && !isKept) {
    telling.say("dropped", part.text === "" ? "empty text" : "blank text");
    return undefined;
  }
  if (source["missing"] === true && part.text === "")
    telling.say("moved", "signature that signs nothing, put on an empty text");
  const value = surround(part, "text", writeText(part.text, telling.say), telling);
  return { value, kind: "text", entry: telling.entry, part: telling.part, isEmpty };
}

/** Writes what the model thought, where this provider can tell that it did, or sent it so. */
export function writeReasoning(part: ReasoningPart, telling: Telling): Piece | undefined {
  const isKept = isSigned(part) || (readSource(part, FORMAT)["own"] === true && part.text !== "");
  if (!isKept) {
    telling.say("dropped", "reasoning without a proof of this provider");
    return undefined;
  }
  const value = surround(part, "text", writeText(part.text, telling.say), telling);
  return { value, kind: "thought", entry: telling.entry, part: telling.part };
}

/** Writes a file, or a text that names it. */
export function writeFilePart(part: FilePart, holder: Holder, telling: Telling): Piece {
  const value = holder === "system" ? undefined : writeFile(part, telling);
  if (value !== undefined) return { value, kind: "other", entry: telling.entry, part: telling.part };
  telling.say("converted", "file that the provider does not take here, named in text");
  return telling.text(fileLine(part));
}

/** Writes a call, with an id if the provider gave it one. */
export function writeCall(part: ToolCallPart, telling: Telling): Piece {
  const source = readSource(part, FORMAT);
  const id = sentId(part);
  const args = writeObjectInput(part, source["exact"] === true, telling.say);
  const name = writeName(part.toolName);
  if (name !== part.toolName) telling.say("converted", "name that the provider refuses, replaced");
  const isBare = source["bare"] === true && Object.keys(args).length === 0;
  const fields = {
    ...(id !== undefined && { id: writeText(id, telling.say) }),
    name,
    ...(!isBare && { args }),
  };
  const value = surround(part, "functionCall", writeInner(part, "functionCall", fields, telling), telling);
  return { value, kind: "call", entry: telling.entry, part: telling.part };
}

/** The name of a function as it is sent: it must not be empty. */
export function writeName(name: string): string {
  return name === "" ? spell(name, MAX_NAME) : wellFormed(name);
}

/** Writes what only one format knows: its own as it came, another's as text where it holds any. */
export function writeCustom(part: CustomPart, holder: Holder, telling: Telling): Piece | undefined {
  const { value } = part;
  if (part.format !== FORMAT || !isPlainObject(value)) {
    const text = keepText(part, telling.say);
    noteProofs(part, telling.say);
    return text === undefined ? undefined : telling.text(text);
  }
  const [member, ...others] = Object.keys(value).filter((key) => MEMBERS.includes(key) && isThere(value[key]));
  if (!hasPlace(value, member, holder)) {
    telling.say("dropped", "part that has no place in a content of this role");
    return undefined;
  }
  noteProofs(part, telling.say, ...PROVIDERS);
  const copy = copyOwn(value, telling.say);
  for (const other of others) {
    telling.say("dropped", "second member of a part, which holds one");
    delete copy[other];
  }
  const source = readSource(part, FORMAT);
  const signature = sign(part, telling);
  const written = writeObject({
    fields: signature === undefined ? copy : { ...copy, thoughtSignature: signature },
    form: readForm(source),
    guarded: GUARDED,
    onChange: () => {},
  });
  const { entry, part: position } = telling;
  return { value: source["snake"] === true ? toSnake(written) : written, kind: "other", entry, part: position };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function hasPlace(value: PlainObject, member: string | undefined, holder: Holder): boolean {
  if (member === undefined) return Object.values(value).some(isThere);
  return holder === "stranger" || (holder !== "system" && !MISPLACED.includes(member));
}
