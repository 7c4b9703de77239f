import type { AssistantEntry, ConversionNote, Entry, Part, SystemEntry, ToolCallPart, UserEntry } from "../../index.js";
import { readSource } from "../shared/form.js";
import { spell, spellHash } from "../shared/ids.js";
import type { Call } from "../shared/pairs.js";
import { getOwn } from "../shared/plain.js";
import { argumentsOf, noteProofs, resultText, type Say } from "../shared/texts.js";
import { innerCallLine, innerResultLine, speakerLine, SUMMARY_LINE } from "../shared/wording.js";
import { FORMAT, isOwn, MAX_ID, PROVIDER, takesId } from "./form.js";
import type { Holder } from "./read-blocks.js";
import { writeCall, writeCustom, writeFileBlock, writeReasoning, writeTextBlock } from "./write-parts.js";
import { type Block, type Origin, textBlock, type Writing } from "./writing.js";

/** The roles that take turns. */
export const KNOWN_ROLES: readonly unknown[] = ["user", "assistant"];

/** Writes what entries say, each by itself. */
export class EntryWriter {
  constructor(readonly writing: Writing) {}

  /** The blocks of an entry; those of a result are written where its call is known. */
  write(entry: Entry, index: number): Block[] | undefined {
    if (entry.role === "tool") return undefined;
    if (entry.role === "assistant") return this.#named(entry, index, this.#writeAssistant(entry, index));
    const holder: Holder =
      entry.role === "user"
        ? roleOf(entry) === "user"
          ? "user"
          : "stranger"
        : entry.summary === undefined
          ? "system"
          : "user";
    const blocks = entry.content.flatMap((part, position) => this.#writePart(part, index, position, holder) ?? []);
    if (entry.role === "system" && entry.summary !== undefined && blocks.length > 0) {
      this.#note(index, undefined, "converted", "summary, written as a user's text");
      return prefixText(blocks, SUMMARY_LINE, index);
    }
    return this.#named(entry, index, blocks);
  }

  #named(entry: Entry, index: number, blocks: Block[]): Block[] {
    if (entry.name === undefined || entry.name.trim() === "" || blocks.length === 0) return blocks;
    this.writing.report.note(index, "converted", "name of a participant, written in front of the text", "name");
    return prefixText(blocks, speakerLine(entry.name), index);
  }

  #writePart(part: Part, entry: number, position: number, holder: Holder): Block | undefined {
    const say = this.#say(entry, position);
    const origin: Origin = { entry, part: position };
    noteProofs(part, say, PROVIDER);
    switch (part.type) {
      case "text":
        return writeTextBlock(part, origin, say);
      case "file":
        return writeFileBlock(
          part,
          holder === "user" || holder === "stranger" ? ["image", "document", "video", "audio"] : [],
          origin,
          this.writing,
          say,
        );
      case "custom":
        return writeCustom(part, holder, origin, this.writing, say);
      case "reasoning":
        return writeReasoning(part, origin, say);
      case "refusal":
        if (part.text.trim() === "") say("dropped", "empty refusal");
        else say("converted", "refusal, written as text");
        return part.text.trim() === "" ? undefined : textBlock(part.text, origin);
      default:
        say("dropped", `${part.type}, which has no place in a message of this role`);
        return undefined;
    }
  }

  /** The blocks of an answer. One from elsewhere has its calls last, unless that moved something across a signed thought. */
  #writeAssistant(entry: AssistantEntry, index: number): Block[] {
    const { pairs } = this.writing;
    const used = new Map<string, number>();
    let [nextCall, nextResult] = [0, 0];
    const blocks = entry.content.flatMap((part, position): Block | Block[] => {
      const origin: Origin = { entry: index, part: position };
      const say = this.#say(index, position);
      if (part.type === "tool-call") {
        noteProofs(part, say, PROVIDER);
        const call = pairs.callsOf(index)[nextCall++]!;
        if (call.answer?.entry !== index) return this.#writeCall(part, call, used, origin, say);
        say("converted", "call that the provider ran itself, written as text");
        return textBlock(`${innerCallLine(part.toolName)} ${argumentsOf(part, {}, say)}`, origin);
      }
      if (part.type !== "tool-result") return this.#writePart(part, index, position, "assistant") ?? [];
      const { call, surplus } = pairs.resultsOf(index)[nextResult++]!;
      if (surplus || call?.entry !== index) {
        say("dropped", "second result of a call, or one that has no call here");
        return [];
      }
      say("converted", "result that the provider made itself, written as text");
      const asked = entry.content[call.part] as ToolCallPart;
      return textBlock([innerResultLine(asked.toolName), resultText(part, say)].filter(Boolean).join("\n"), origin);
    });
    const first = blocks.findIndex(({ kind }) => kind === "call");
    const behind = first < 0 ? [] : blocks.slice(first).filter(({ kind }) => kind !== "call");
    if (isOwn(entry) || behind.length === 0 || behind.some(({ kind }) => kind === "reasoning")) return blocks;
    for (const { part } of behind) this.#note(index, part, "moved", "block behind a call, put before it");
    const calls = blocks.filter(({ kind }) => kind === "call");
    return [...blocks.filter(({ kind }) => kind !== "call"), ...calls];
  }

  #writeCall(part: ToolCallPart, call: Call, used: Map<string, number>, origin: Origin, say: Say): Block {
    const id = part.toolCallId;
    let occurrence = (used.get(id) ?? 0) + 1;
    used.set(id, occurrence);
    let sent = occurrence > 1 ? spellHash(id, occurrence) : takesId(id) ? id : spell(id, MAX_ID);
    while (sent !== id && used.has(sent)) sent = spellHash(id, (occurrence += 1));
    if (sent !== id) used.set(sent, 1);
    if (sent !== id && (occurrence > 1 || readSource(part, FORMAT)["ownId"] === true))
      say("converted", "call id that the service refuses, or that another call of the message has, replaced");
    this.writing.ids.set(call, sent);
    return writeCall(part, sent, origin, say);
  }

  #say(entry: number, part: number): Say {
    return (action, what) => this.#note(entry, part, action, what);
  }

  #note(entry: number, part: number | undefined, action: ConversionNote["action"], what: string): void {
    this.writing.report.note(entry, action, what, part === undefined ? undefined : `content[${part}]`);
  }
}

/** A role that this release does not know goes back as it came. */
export function roleOf(entry: UserEntry | SystemEntry): string {
  const role = getOwn(readSource(entry, FORMAT), "role");
  return typeof role === "string" && role !== "" && !KNOWN_ROLES.includes(role) ? role : "user";
}

function prefixText(blocks: readonly Block[], line: string, entry: number): Block[] {
  const at = blocks.findIndex(({ kind, value }) => kind === "text" && typeof value["text"] === "string");
  const first = blocks[at];
  if (first !== undefined) {
    const { value } = textBlock(`${line}\n${String(first.value["text"])}`, { entry });
    return blocks.with(at, { ...first, value: { ...first.value, ...value } });
  }
  const start = blocks.findIndex(({ kind }) => kind !== "reasoning");
  return blocks.toSpliced(start < 0 ? blocks.length : start, 0, textBlock(line, { entry }));
}
