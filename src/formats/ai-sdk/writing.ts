import type { CustomPart, Part } from "../../index.js";
import { writeExact } from "../shared/exact-copy.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import type { Call, Result } from "../shared/pairs.js";
import { getOwn, isPlainObject, type PlainObject, setOwn } from "../shared/plain.js";
import type { Report } from "../shared/report.js";
import { NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { textOfCustom } from "../shared/wording.js";
import { FORMAT, PROVIDER } from "./form.js";
import { gradeOf, writeJson } from "./values.js";

export type Message = Record<string, unknown>;

/** What the writers of one conversion share. */
export interface Writing {
  readonly report: Report;
  /** Whether it is written for version 5, which knows no approvals and fewer kinds of output. */
  readonly isOld: boolean;
}

/** A part of a message to be written, and where in the transcript it stands. */
export interface Placed {
  readonly part: Part;
  readonly entry: number;
  readonly position: number;
  /** The index of its message among those to be written. */
  readonly unit: number;
  call?: Call;
  result?: Result;
  /** The call is answered in a message of the model, whose list is of this format or was made elsewhere. */
  inner?: "own" | "foreign";
  /** The result goes elsewhere. */
  moved?: true;
}

/** Tells what became of a part. */
export function sayOf(writing: Writing, { entry, position }: Placed): Say {
  return (action, what) => writing.report.note(entry, action, what, `content[${position}]`);
}

const isText = (value: unknown): boolean => typeof value === "string";
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isOptions = (value: unknown): boolean =>
  isPlainObject(value) && Object.values(value).every(isPlainObject) && gradeOf(value) !== "odd";

/** Keys that may be missing, and what they hold where they are there. The SDK takes no `null` for them. */
const OPTIONAL: Readonly<Record<string, (value: unknown) => boolean>> = {
  providerOptions: isOptions,
  providerExecuted: isFlag,
  mediaType: isText,
  filename: isText,
  reason: isText,
  signature: isText,
};

/** Writes an object with its keys in the order in which they came, less what the SDK would refuse. */
export function writeKnown(
  fields: PlainObject,
  form: unknown,
  kept: unknown,
  optional: readonly string[],
  say: Say,
): Record<string, unknown> {
  const noted = readForm(form);
  if (noted.keys === undefined) return { ...fields };
  const written = writeObject({
    fields,
    form: noted,
    kept: isPlainObject(kept) ? kept : undefined,
    guarded: Object.keys(fields).filter((key) => !optional.includes(key)),
    onChange: () => say("converted", NOT_JSON),
  });
  for (const key of optional) {
    const value = written[key];
    if (!Object.hasOwn(written, key) || value === undefined || OPTIONAL[key]!(value)) continue;
    delete written[key];
    say("converted", `${key} that the SDK refuses, left out`);
  }
  return written;
}

/** Writes a part with its options for providers. */
export function writePart(
  part: Part,
  fields: PlainObject,
  optional: readonly string[],
  writing: Writing,
  say: Say,
  metadata: PlainObject | undefined = part.providerMetadata,
): Record<string, unknown> {
  if (metadata === undefined && part.source === undefined) return { ...fields };
  const source = readSource(part, FORMAT);
  const options = writeOptions(metadata, source["exact"] === true && !writing.isOld, say);
  const all = options === undefined ? fields : { ...fields, providerOptions: options };
  return writeKnown(all, source, metadataOf(part, PROVIDER), [...optional, "providerOptions"], say);
}

/**
 * The metadata of all providers, which are what the SDK calls options.
 *
 * @param isExact - whether they came from this format with members that hold `undefined`, which version 5 refuses
 */
export function writeOptions(metadata: PlainObject | undefined, isExact: boolean, say: Say): unknown {
  if (metadata === undefined) return undefined;
  // Options for a provider of this format's own name were kept apart.
  const whole = getOwn(metadata[PROVIDER], "providerOptions");
  const given = isPlainObject(whole) ? whole : metadata;
  const options = {};
  for (const provider of Object.keys(given)) {
    const inner = given[provider];
    if (given === metadata && provider === PROVIDER) continue;
    if (isPlainObject(inner)) setOwn(options, provider, inner);
    else say("dropped", "metadata of a provider that is no object");
  }
  return Object.keys(options).length === 0 ? undefined : writeJson(options, isExact, say);
}

/** A text that stands for what has no place. */
export function plainText(text: string): Message {
  return { type: "text", text: writeText(text, () => {}) };
}

/** Kinds of part that this release reads itself: in a custom part they are malformed, or not for this role. */
const KNOWN_TYPES: readonly unknown[] = [
  "text",
  "reasoning",
  "image",
  "file",
  "reasoning-file",
  "tool-call",
  "tool-result",
  "tool-approval-request",
  "tool-approval-response",
];
/** What may hold data that this release does not know, beside those that it does. */
const KNOWN_TAGS: readonly unknown[] = ["data", "url", "reference", "Buffer"];

/**
 * Writes what only one format knows: its own as it came, another's as text where it holds any.
 *
 * @param role - the role of the message
 */
export function writeCustom(part: CustomPart, role: string, writing: Writing, say: Say): Message | undefined {
  const { value } = part;
  const isOwn = part.format === FORMAT && isPlainObject(value);
  if (isOwn && role !== "system" && isLater(value, role, writing.isOld)) return writeExact(value, say) as Message;
  const text = role === "tool" ? undefined : textOfCustom(part);
  const what = isOwn ? "part that has no place in this message" : "part that only another format knows";
  if (text === undefined) say("dropped", what);
  else say("converted", `${what}, its text kept`);
  return text === undefined ? undefined : plainText(text);
}

/** Whether a part is of a kind, or holds data of a kind, that this release does not know. */
function isLater(value: PlainObject, role: string, isOld: boolean): boolean {
  const { type, data } = value;
  if (typeof type !== "string" || type === "") return false;
  if (!KNOWN_TYPES.includes(type)) return !isOld || type !== "custom";
  if (isOld || role === "tool" || !isPlainObject(data)) return false;
  const holdsFile = type === "file" || (type === "reasoning-file" && role !== "user");
  return holdsFile && typeof data["type"] === "string" && data["type"] !== "" && !KNOWN_TAGS.includes(data["type"]);
}
