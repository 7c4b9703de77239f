import type { ConversionNote, Entry, SystemEntry, ToolEntry, UserEntry } from "../../index.js";
import { readSource } from "../shared/form.js";
import type { Call, Result } from "../shared/pairs.js";
import { quoteId } from "../shared/report.js";
import { resultText, type Say } from "../shared/texts.js";
import { ABORTED_ANSWER, orphanLine } from "../shared/wording.js";
import { FORMAT } from "./form.js";
import { type Segment, writeAssistant } from "./write-assistant.js";
import { writeResult } from "./write-results.js";
import {
  finishBlocks,
  isInList,
  markCache,
  roleOf,
  writeDirective,
  writeSpeaker,
  writeSummary,
} from "./write-speaker.js";
import { type Block, type Draft, isEmptyAnswer, isOwn, makeBlock, plainBlock, type Writing } from "./writing.js";

/** Instructions, and the entry that gave them. */
export interface Instructions {
  readonly entry: number;
  readonly blocks: Block[];
}

/** Puts what entries say into messages, in order: each step's results right behind its calls. */
export class Arrangement {
  readonly drafts: Draft[] = [];
  readonly system: Instructions[] = [];
  /** Messages that are written as they are, in the place of the draft of their entry. */
  readonly directives = new Map<number, Record<string, unknown>>();
  readonly #spoken: readonly (Block[] | readonly Segment[] | undefined)[];
  /** How many messages stand at the places of the entries before each index. */
  readonly #standing: Int32Array;
  /** Calls of a message that goes on in the next one, so that their results stand behind that. */
  #unanswered: readonly Call[] = [];

  constructor(
    readonly writing: Writing,
    readonly aborts: boolean,
  ) {
    const { entries, pairs } = writing;
    this.#spoken = entries.map((entry, index) => this.#write(entry, index));
    this.#standing = new Int32Array(entries.length + 1);
    entries.forEach((entry, index) => {
      const stands =
        entry.role === "tool"
          ? pairs.resultsOf(index).some(({ call }) => call === undefined)
          : entry.role !== "system" || this.#isInPlace(entry)
            ? (this.#spoken[index] ?? []).length > 0
            : false;
      this.#standing[index + 1] = this.#standing[index]! + (stands ? 1 : 0);
    });
    entries.forEach((entry, index) => this.#add(entry, index));
  }

  #write(entry: Entry, index: number): Block[] | readonly Segment[] | undefined {
    const { writing } = this;
    if (entry.role === "tool") return undefined;
    if (entry.role === "assistant") {
      if (isEmptyAnswer(entry)) return [{ blocks: [], calls: [] }];
      const segments = writeAssistant(entry, index, (call) => this.#isOpen(call), writing);
      const last = segments.at(-1)!;
      const finished: Segment = { blocks: finishBlocks(last.blocks, entry, index, writing), calls: last.calls };
      return [...segments.slice(0, -1), finished];
    }
    if (entry.role === "user") return writeSpeaker(entry, index, writing);
    if (entry.summary !== undefined) return writeSummary(entry, index, writing);
    const directive = writeDirective(entry, index, writing);
    if (directive === undefined) return writeSpeaker(entry, index, writing);
    this.directives.set(index, directive);
    return [makeBlock(directive, "other", { entry: index })];
  }

  #isInPlace(entry: SystemEntry): boolean {
    return entry.summary !== undefined || isInList(entry);
  }

  /** Whether a call waits for its result and is to be left so. */
  #isOpen(call: Call): boolean {
    return call.answer === undefined && this.writing.pairs.pendingEntry === call.entry && !this.aborts;
  }

  #add(entry: Entry, index: number): void {
    switch (entry.role) {
      case "system":
        this.#addSystem(entry, index);
        break;
      case "user":
        this.#addUser(entry, index);
        break;
      case "assistant":
        this.#addAssistant(this.#spoken[index] as readonly Segment[], index);
        break;
      default:
        this.#addTool(entry, index);
    }
  }

  #addSystem(entry: SystemEntry, index: number): void {
    const blocks = this.#spoken[index] as Block[];
    if (entry.summary !== undefined) this.#push("user", blocks, index, false);
    else if (this.#isInPlace(entry)) this.#push("system", blocks, index, true);
    else {
      const isLater = this.drafts.length > 0;
      if (isLater && blocks.length > 0) {
        this.writing.report.note(index, "moved", "instructions behind the first message, put into the system field");
      }
      this.system.push({ entry: index, blocks });
    }
  }

  #addUser(entry: UserEntry, index: number): void {
    const blocks = this.#spoken[index] as Block[];
    if (!this.#join(entry, index, blocks)) this.#push(roleOf(entry), blocks, index, true);
  }

  #addAssistant(segments: readonly Segment[], index: number): void {
    segments.forEach((segment, position) => {
      this.#push("assistant", segment.blocks, index, position === 0);
      const calls = [...this.#unanswered, ...segment.calls];
      const isLast = position === segments.length - 1;
      const isWaiting = calls.some((call) => this.#isOpen(call));
      this.#unanswered = isLast && !isWaiting && this.#asksOn(index) ? calls : [];
      if (this.#unanswered.length === 0) this.#answer(calls, index);
    });
  }

  /** Whether the next message came right behind this one with nothing but calls: the endpoint takes both as one turn. */
  #asksOn(index: number): boolean {
    const next = this.writing.entries[index + 1];
    if (next?.role !== "assistant" || !isOwn(next)) return false;
    const segments = this.#spoken[index + 1] as readonly Segment[];
    const [first, ...others] = segments;
    if (others.length > 0 || first!.calls.length === 0 || first!.calls.length < first!.blocks.length) return false;
    return !first!.calls.some((call) => this.#isOpen(call));
  }

  /** Adds to the message that the entry before is in, where both came from one. */
  #join(entry: Entry, index: number, blocks: readonly Block[]): boolean {
    const draft = this.drafts.at(-1);
    const before = this.writing.entries[index - 1];
    if (draft === undefined || before === undefined || draft.last !== index - 1 || draft.role !== "user") return false;
    if (!isJoined(before, entry)) return false;
    draft.blocks.push(...blocks);
    this.drafts[this.drafts.length - 1] = { ...draft, last: index };
    return true;
  }

  #push(role: string, blocks: Block[], entry: number, hasForm: boolean): void {
    const form = hasForm ? this.writing.entries[entry] : undefined;
    const source = form === undefined ? {} : readSource(form, FORMAT);
    const isApart = source["apart"] === true;
    this.drafts.push({ role, blocks, form, entry, last: entry, isApart, isResults: false });
  }

  /** Writes the results of a step, and answers for the calls that have none. */
  #answer(calls: readonly Call[], index: number): void {
    const { entries } = this.writing;
    const answered = calls.filter(({ answer }) => answer !== undefined);
    const inOrder = answered.toSorted((a, b) => a.answer!.entry - b.answer!.entry);
    // One message of this provider keeps its order. What came otherwise is put in the order of the calls.
    const isOneMessage = inOrder.length > 1 && inOrder.every(({ answer }) => isPieceOfMessage(entries[answer!.entry]!));
    this.#noteMoves(inOrder, index, isOneMessage);
    const open = calls.filter(({ answer }) => answer === undefined);
    const blocks = (isOneMessage ? [...inOrder, ...open] : calls).flatMap((call) => {
      const { answer } = call;
      if (answer === undefined) return this.#abort(call);
      return [this.#writeResult(answer.entry, answer.part, this.writing.ids.get(call)!)];
    });
    if (blocks.length === 0) return;
    const first = inOrder[0]?.answer;
    const form = first === undefined ? undefined : entries[first.entry];
    const last = inOrder.at(-1)?.answer?.entry ?? index;
    this.drafts.push({
      role: "user",
      blocks,
      form,
      entry: first?.entry ?? index,
      last,
      isApart: false,
      isResults: true,
    });
  }

  #noteMoves(inOrder: readonly Call[], index: number, isOneMessage: boolean): void {
    let latest: Call | undefined;
    inOrder.forEach((call, place) => {
      const { entry, part } = call.answer!;
      const isLate = latest !== undefined && isBehind(latest, call);
      if (this.#standing[entry]! > this.#standing[index + 1]!)
        this.#note(entry, part, "moved", "result, put right behind its call");
      else if (!isOneMessage && isLate) this.#note(entry, part, "moved", "result, put in the order of the calls");
      if (!isLate) latest = call;
      const isMerged = place > 0 && readSource(this.writing.entries[entry]!, FORMAT)["apart"] === true;
      if (isMerged) this.#note(entry, part, "merged", "result, joined with the others of its step");
    });
  }

  #abort(call: Call): Block[] {
    const origin = { entry: call.entry, part: call.part };
    if (this.#isOpen(call)) {
      this.#note(call.entry, call.part, "open", `call ${quoteId(call.id)} waits for its result`);
      return [];
    }
    this.#note(call.entry, call.part, "added", `call ${quoteId(call.id)} had no result, answered as aborted`);
    const id = this.writing.ids.get(call)!;
    const value = { type: "tool_result", tool_use_id: id, content: ABORTED_ANSWER, is_error: true };
    return [makeBlock(value, "other", origin)];
  }

  #writeResult(entry: number, part: number, id: string): Block {
    const holder = this.writing.entries[entry]!;
    const result = holder.content[part]!;
    if (result.type !== "tool-result") throw new TypeError("expected a result");
    const block = writeResult(result, id, { entry, part }, this.writing, this.#say(entry, part));
    return markCache([block], holder)[0]!;
  }

  #addTool(entry: ToolEntry, index: number): void {
    entry.content.forEach(({ type }, position) => {
      if (type !== "tool-result") this.#note(index, position, "dropped", `${type}, which has no place in messages`);
    });
    for (const result of this.writing.pairs.resultsOf(index)) {
      if (result.surplus) this.#note(index, result.part, "dropped", "second result of a call");
      else if (result.call === undefined) this.#addOrphan(entry, index, result);
    }
  }

  #addOrphan(entry: ToolEntry, index: number, { part }: Result): void {
    const result = entry.toolResult!;
    this.#note(index, part, "converted", "result without its call, written as a user's text");
    const text = [orphanLine(result.toolName), resultText(result, this.#say(index, part))].filter(Boolean).join("\n");
    const blocks = [plainBlock(text, { entry: index, part })];
    if (!this.#join(entry, index, blocks)) this.#push("user", blocks, index, true);
  }

  #say(entry: number, part: number): Say {
    return (action, what) => this.#note(entry, part, action, what);
  }

  #note(entry: number, part: number, action: ConversionNote["action"], what: string): void {
    this.writing.report.note(entry, action, what, `content[${part}]`);
  }
}

/** Whether an entry goes on with the message that the one before it is of. */
function isJoined(before: Entry, entry: Entry): boolean {
  return readSource(before, FORMAT)["more"] === true && readSource(entry, FORMAT)["joined"] === true;
}

function isBehind(call: Call, other: Call): boolean {
  return call.entry === other.entry ? call.part > other.part : call.entry > other.entry;
}

function isPieceOfMessage(entry: Entry): boolean {
  const source = readSource(entry, FORMAT);
  return source["more"] === true || source["joined"] === true;
}
