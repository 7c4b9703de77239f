import type { ConversionNote, Entry, ToOptions, Transcript } from "../../index.js";
import { checkToOptions, checkTranscript } from "../shared/arguments.js";
import { noteBeside } from "../shared/beside.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { pairCalls } from "../shared/pairs.js";
import { Report } from "../shared/report.js";
import { NOT_JSON } from "../shared/texts.js";
import { Arrangement, type Instructions } from "./arrange.js";
import { BYPASS, FORMAT, PROVIDER, WHAT } from "./form.js";
import type { GeminiContent, GeminiSystemInstruction } from "./types.js";
import { type Draft, note, type Piece, type Writing } from "./writing.js";

/** Options of {@link toContents}. */
export interface ToContentsOptions extends ToOptions {
  /** Send the files of a result beside its response, which models take from Gemini 3 on. Otherwise they are named in text. */
  filesInResults?: boolean;
  /**
   * Put the provider's words for a missing signature on calls of the current exchange that have none, which Gemini 3 refuses
   * without: those of another provider, or edited ones.
   */
  skipSignatures?: boolean;
}

/**
 * Writes a transcript as contents of Gemini's generateContent, and the instructions that stand beside them.
 *
 * A list that {@link fromContents} read and that the provider would accept comes back as it came; what it would refuse is
 * mended at its place, and the report says so. The responses of a step stand behind its calls in a content of their own,
 * in the order of the calls. Thought signatures stay on their parts and go to this provider alone. Ids go to it if it gave
 * them. Calls without a result are answered as aborted, but for those at the end that still wait. Later instructions go to
 * `systemInstruction`, a summary stands in its place as a user's text. O(parts).
 *
 * @param options - `strict` throws where the report would say `dropped` or `added`; `openCalls: "abort"` answers the calls
 * that still wait, too; `filesInResults` and `skipSignatures` write what Gemini 3 takes
 * @returns `contents`, fresh and yours to change, `systemInstruction` where there are instructions, and `report`, which is
 * empty when nothing was changed. An empty transcript gives an empty list, which the provider refuses
 * @throws {@link TranscriptError} with the code `lossy-conversion` when `strict` is set and something would be lost
 * @throws {@link TypeError} when an argument is of the wrong type
 *
 * @example Results are objects
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript } from "colloquy";
 * import { toContents } from "colloquy/gemini";
 *
 * const transcript = Transcript.from([
 *   { role: "user", text: "How many stars?" },
 *   { role: "assistant", text: "", toolCalls: [{ toolCallId: "c1", toolName: "count", input: {} }] },
 *   { role: "tool", toolResult: { toolCallId: "c1", output: 42 } },
 * ]);
 * assert.deepEqual(toContents(transcript).contents.at(-1), {
 *   role: "user",
 *   parts: [{ functionResponse: { name: "count", response: { output: 42 } } }],
 * });
 * ```
 */
export function toContents(
  transcript: Transcript,
  options?: ToContentsOptions,
): { systemInstruction?: GeminiSystemInstruction; contents: GeminiContent[]; report: readonly ConversionNote[] } {
  checkTranscript(transcript, WHAT);
  const checked: ToContentsOptions = checkToOptions(options, WHAT, ["filesInResults", "skipSignatures"]);
  const { strict = false, openCalls = "keep", filesInResults = false, skipSignatures = false } = checked;
  const entries = transcript.entries();
  const writing: Writing = {
    entries,
    report: new Report(),
    pairs: pairCalls(entries),
    sent: new Set(),
    hasFilesInResults: filesInResults,
  };
  const { drafts: arranged, system } = new Arrangement(writing, openCalls === "abort");
  const drafts = arranged.map((draft) => withoutEmptyTexts(draft, writing));
  if (skipSignatures) signCalls(drafts, writing);
  // What the types do not tell: unknown keys, parts and roles that came from this format.
  const contents = drafts.map((draft) => writeContent(draft, writing)) as unknown as GeminiContent[];
  const systemInstruction = writeInstructions(system, writing) as GeminiSystemInstruction | undefined;
  noteBeside(entries, FORMAT, writing.report);
  const report = writing.report.finish(entries, strict, WHAT);
  return { ...(systemInstruction !== undefined && { systemInstruction }), contents, report };
}

/** A text without a character stands by itself or not at all. */
function withoutEmptyTexts(draft: Draft, writing: Writing): Draft {
  const said = draft.pieces.filter(({ isEmpty }) => isEmpty !== true);
  if (said.length === draft.pieces.length || draft.pieces.length === 1) return draft;
  const pieces = said.length > 0 ? said : draft.pieces.slice(0, 1);
  for (const piece of draft.pieces)
    if (piece.isEmpty === true && piece !== pieces[0]) note(writing, piece, "dropped", "empty text");
  return { ...draft, pieces };
}

/** Puts words that pass the check of signatures on the first call of each step behind the user's last text, if it has none. */
function signCalls(drafts: readonly Draft[], writing: Writing): void {
  const last = drafts.findLastIndex(({ role, isResponse }) => role === "user" && !isResponse);
  for (const { pieces } of drafts.slice(last + 1)) {
    const call = pieces.find(({ kind }) => kind === "call");
    if (call === undefined || Object.hasOwn(call.value, "thoughtSignature")) continue;
    note(writing, call, "converted", "call without a signature, given the words that pass for one");
    call.value["thoughtSignature"] = BYPASS;
  }
}

function writeContent({ role, pieces, form, entry }: Draft, writing: Writing): Record<string, unknown> {
  const parts = pieces.map(({ value }) => value);
  if (form?.source === undefined) return { role, parts };
  const source = readSource(form, FORMAT);
  const written = readForm(source);
  const isRoleless = source["roleless"] === true && role === "user";
  const isNamed = !isRoleless || written.values?.["role"] === "";
  return writeObject({
    fields: { ...(isNamed && { role: isRoleless ? "" : role }), parts },
    form: written,
    kept: metadataOf(form, PROVIDER),
    guarded: ["role", "parts"],
    onChange: () => note(writing, { entry }, "converted", NOT_JSON),
  });
}

/** Instructions are a content, unless they came from one entry that had them in another form. */
function writeInstructions(system: readonly Instructions[], writing: Writing): unknown {
  const parts = system.flatMap(({ pieces }) => pieces.map(({ value }) => value));
  const [first] = system;
  const [part] = parts;
  if (first === undefined || part === undefined) return undefined;
  if (system.length > 1) return { parts };
  const { entry, pieces } = first;
  const { carrier, role } = readSource(entry, FORMAT);
  if (carrier === "contents") return { parts };
  if (carrier === "list") return pieces.map((piece) => writeInstruction(piece, entry));
  if (carrier === "part" && parts.length === 1) return part;
  if (carrier === "text" && parts.length === 1 && isPlainText(part)) return part["text"];
  return writeObject({
    fields: { ...(typeof role === "string" && { role }), parts },
    form: readForm(readSource(entry, FORMAT)),
    kept: metadataOf(entry, PROVIDER),
    guarded: ["role", "parts"],
    onChange: () => note(writing, pieces[0]!, "converted", NOT_JSON),
  });
}

/** A part of a list of instructions, which may hold strings. */
function writeInstruction({ value, part = 0 }: Piece, { content }: Entry): unknown {
  const isString = content[part] !== undefined && readSource(content[part], FORMAT)["string"] === true;
  return isString && isPlainText(value) ? value["text"] : value;
}

function isPlainText(value: Record<string, unknown>): boolean {
  const [key, ...others] = Object.keys(value);
  return key === "text" && others.length === 0;
}
