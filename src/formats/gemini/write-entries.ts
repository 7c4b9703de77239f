import type { AssistantEntry, Entry, Part, SystemEntry, ToolCallPart, UserEntry } from "../../index.js";
import { readSource } from "../shared/form.js";
import type { Call, Result } from "../shared/pairs.js";
import { argumentsOf, resultText } from "../shared/texts.js";
import { innerCallLine, innerResultLine, speakerLine, SUMMARY_LINE } from "../shared/wording.js";
import { FORMAT } from "./form.js";
import type { Holder } from "./read-parts.js";
import { writeCall, writeCustom, writeFilePart, writeReasoning, writeTextPart } from "./write-parts.js";
import { note, type Piece, Telling, textPiece, type Writing } from "./writing.js";

/** Roles of other providers and of older lists, whose contents are the user's here. */
const OLD_ROLES: readonly unknown[] = ["user", "model", "function", "tool", "assistant", "system"];

/** The role of what the user says; one that this release does not know goes back as it came. */
export function roleOf(entry: UserEntry): string {
  const { role } = readSource(entry, FORMAT);
  return typeof role === "string" && role !== "" && !OLD_ROLES.includes(role) ? role : "user";
}

/** Writes what an entry says that is none of a tool. */
export function writeEntry(entry: Exclude<Entry, { role: "tool" }>, index: number, writing: Writing): Piece[] {
  if (entry.role === "assistant") return withName(entry, index, writeAnswer(entry, index, writing), writing);
  const isSummary = entry.role === "system" && entry.summary !== undefined;
  const holder: Holder = entry.role === "user" ? (roleOf(entry) === "user" ? "user" : "stranger") : "system";
  const pieces = entry.content.flatMap((part, position) => {
    const isAlone = entry.content.length === 1 && holder === "user";
    return writePart(part, isSummary ? "user" : holder, isAlone, new Telling(writing, index, position)) ?? [];
  });
  if (!isSummary || pieces.length === 0) return withName(entry, index, pieces, writing);
  note(writing, { entry: index }, "converted", "summary, written as a user's text");
  return [textPiece(`${SUMMARY_LINE}\n`, index), ...pieces];
}

/** Puts a text that says who it was before what a participant said, and behind what it thought. */
function withName(
  entry: SystemEntry | UserEntry | AssistantEntry,
  index: number,
  pieces: Piece[],
  writing: Writing,
): Piece[] {
  if (entry.name === undefined || entry.name.trim() === "" || pieces.length === 0) return pieces;
  writing.report.note(index, "converted", "name of a participant, written in front of the text", "name");
  const start = pieces.findIndex(({ kind }) => kind !== "thought");
  return pieces.toSpliced(start < 0 ? pieces.length : start, 0, textPiece(`${speakerLine(entry.name)}\n`, index));
}

function writePart(part: Part, holder: Holder, isAlone: boolean, telling: Telling): Piece | undefined {
  switch (part.type) {
    case "text":
      return writeTextPart(part, isAlone, telling);
    case "reasoning":
      return writeReasoning(part, telling);
    case "file":
      return writeFilePart(part, holder, telling);
    case "custom":
      return writeCustom(part, holder, telling);
    case "refusal":
      if (part.text.trim() === "") telling.say("dropped", "empty refusal");
      else telling.say("converted", "refusal, written as text");
      return part.text.trim() === "" ? undefined : telling.text(part.text);
    default:
      telling.say("dropped", `${part.type}, which has no place in contents`);
      return undefined;
  }
}

/** The parts of an answer, in their order. What the provider of another format ran itself is told in text. */
function writeAnswer(entry: AssistantEntry, index: number, writing: Writing): Piece[] {
  const calls = writing.pairs.callsOf(index).values();
  const results = writing.pairs.resultsOf(index).values();
  return entry.content.flatMap((part, position) => {
    const telling = new Telling(writing, index, position);
    if (part.type === "tool-call") return writeAsked(part, calls.next().value!, telling);
    if (part.type === "tool-result") return writeInnerResult(part, results.next().value!, entry, telling) ?? [];
    return writePart(part, "model", false, telling) ?? [];
  });
}

function writeAsked(part: ToolCallPart, call: Call, telling: Telling): Piece {
  if (call.answer?.entry === telling.entry) {
    telling.say("converted", "call that the provider ran itself, written as text");
    return telling.text(`${innerCallLine(part.toolName)} ${argumentsOf(part, {}, telling.say)}`);
  }
  telling.writing.sent.add(call);
  return writeCall(part, telling);
}

function writeInnerResult(
  part: Extract<Part, { type: "tool-result" }>,
  { call, surplus }: Result,
  entry: AssistantEntry,
  telling: Telling,
): Piece | undefined {
  const asked = call?.entry === telling.entry && !surplus ? entry.content[call.part] : undefined;
  if (asked?.type !== "tool-call") {
    telling.say("dropped", "second result of a call, or one that has no call here");
    return undefined;
  }
  telling.say("converted", "result that the provider made itself, written as text");
  return telling.text([innerResultLine(asked.toolName), resultText(part, telling.say)].filter(Boolean).join("\n"));
}
