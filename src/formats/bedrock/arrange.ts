import type { ConversionNote, Entry, ToolEntry } from "../../index.js";
import { readSource } from "../shared/form.js";
import type { Call, Result } from "../shared/pairs.js";
import { quoteId } from "../shared/report.js";
import { resultText, type Say } from "../shared/texts.js";
import { ABORTED_ANSWER, OPENING, orphanLine } from "../shared/wording.js";
import { FORMAT, isOwn } from "./form.js";
import { EntryWriter, KNOWN_ROLES, roleOf } from "./write-entries.js";
import { writeResult } from "./write-parts.js";
import { type Block, type Draft, isApproval, textBlock, type Writing } from "./writing.js";

/** Puts what entries say into messages whose roles take turns, each step's results right behind its calls. */
export class Arrangement {
  readonly drafts: Draft[];
  readonly system: Block[] = [];
  readonly #spoken: readonly (Block[] | undefined)[];
  /** How many blocks stand at the places of the entries before each index. */
  readonly #standing: Int32Array;
  /** Results that stay where they came, in a message of this service. */
  readonly #inPlace = new Set<Result>();

  constructor(
    readonly writing: Writing,
    readonly aborts: boolean,
  ) {
    const { entries, pairs } = writing;
    const writer = new EntryWriter(writing);
    this.#spoken = entries.map((entry, index) => writer.write(entry, index));
    this.#standing = new Int32Array(entries.length + 1);
    entries.forEach((entry, index) => {
      const isOrphan = entry.role === "tool" && pairs.resultsOf(index).some(({ call }) => call === undefined);
      const isSaid = (entry.role !== "system" || entry.summary !== undefined) && (this.#spoken[index] ?? []).length > 0;
      this.#standing[index + 1] = this.#standing[index]! + (isOrphan || isSaid ? 1 : 0);
    });
    this.drafts = [];
    entries.forEach((entry, index) => this.#add(entry, index));
    this.drafts = this.#withoutLoneMarks();
    this.#noteEnd();
    const [first] = this.drafts;
    if (first?.role !== "assistant") return;
    this.#note(first.entry, undefined, "added", "user's text, since the conversation opens with the assistant");
    const { entry } = first;
    this.drafts.unshift({
      role: "user",
      blocks: [textBlock(OPENING, { entry })],
      form: undefined,
      entry,
      endsOnResult: false,
    });
  }

  #add(entry: Entry, index: number): void {
    const blocks = this.#spoken[index] ?? [];
    if (entry.role === "tool") this.#addTool(entry, index);
    else if (entry.role === "system" && entry.summary === undefined) this.#addSystem(index, blocks);
    else {
      const role = entry.role === "user" ? roleOf(entry) : entry.role === "assistant" ? "assistant" : "user";
      if (blocks.length === 0 && entry.content.length === 0)
        this.#note(index, undefined, "dropped", "message without content");
      this.#push(role, blocks, index, entry.role === "system" ? undefined : entry, false);
      if (entry.role === "assistant") this.#answer(index);
    }
  }

  /** The service refuses messages that hold nothing but marks of the cache. What stood around them takes turns again. */
  #withoutLoneMarks(): Draft[] {
    const kept: Draft[] = [];
    for (const draft of this.drafts) {
      const before = kept.at(-1);
      if (KNOWN_ROLES.includes(draft.role) && draft.blocks.every(({ value }) => value["cachePoint"] !== undefined))
        this.#note(draft.entry, undefined, "dropped", "cache mark with nothing beside it in its message");
      else if (before?.role === draft.role && KNOWN_ROLES.includes(draft.role)) {
        this.#note(draft.entry, undefined, "merged", "message, joined with the one before it");
        before.blocks.push(...draft.blocks);
      } else kept.push(draft);
    }
    return kept;
  }

  /** Some models refuse to go on from an answer. One of this service is given back as it came. */
  #noteEnd(): void {
    const last = this.drafts.at(-1);
    if (last?.role !== "assistant" || isOwn(last.form) || last.blocks.at(-1)?.kind === "call") return;
    this.#note(last.entry, undefined, "open", "list that ends on the model, which some models refuse to go on from");
  }

  #addSystem(index: number, blocks: readonly Block[]): void {
    if (this.drafts.length > 0 && blocks.length > 0)
      this.#note(index, undefined, "moved", "instructions behind the first message, put into the system field");
    this.system.push(...blocks);
  }

  /** Adds to the message of the same role, if there is one: the service wants roles to take turns. */
  #push(role: string, blocks: readonly Block[], index: number, form: Entry | undefined, isResult: boolean): void {
    if (blocks.length === 0) return;
    const draft = this.drafts.at(-1);
    if (draft?.role !== role || !KNOWN_ROLES.includes(role)) {
      this.drafts.push({ role, blocks: [...blocks], form, entry: index, endsOnResult: isResult });
      return;
    }
    const isApart = form !== undefined && readSource(form, FORMAT)["apart"] === true;
    const before = this.writing.entries[index - 1];
    const isPiece = form !== undefined && before !== undefined && isJoined(before, form);
    if (isApart || (!draft.endsOnResult && !isResult && !isPiece))
      this.#note(index, undefined, "merged", "message, joined with the one before it");
    draft.blocks.push(...blocks);
    draft.endsOnResult = isResult;
  }

  /** Writes the results of a step, and answers for the calls that have none. */
  #answer(index: number): void {
    const { pairs, entries, ids } = this.writing;
    const calls = pairs.callsOf(index).filter((call) => ids.has(call));
    const end = this.#endOfMessage(index + 1);
    const isOwnMessage = calls.every(({ answer }) => answer === undefined || answer.entry < end);
    let latest = -1;
    for (const call of calls) {
      const { answer } = call;
      if (answer === undefined) this.#abort(call);
      else if (isOwnMessage) this.#inPlace.add(answer);
      else {
        const isAway = this.#standing[answer.entry]! > this.#standing[index + 1]!;
        if (isAway) this.#note(answer.entry, answer.part, "moved", "result, put right behind its call");
        else if (answer.entry < latest)
          this.#note(answer.entry, answer.part, "moved", "result, put in the order of the calls");
        latest = Math.max(latest, answer.entry);
        this.#pushResult(answer, ids.get(call)!, entries[answer.entry]!);
      }
    }
  }

  /** Where the entries end that came in one message of this service. */
  #endOfMessage(start: number): number {
    const { entries } = this.writing;
    let end = start;
    const first = entries[start];
    if (first === undefined || !isOfUser(first)) return start;
    const source = readSource(first, FORMAT);
    if (source["joined"] === true || source["more"] !== true) return start;
    do end += 1;
    while (end < entries.length && isJoined(entries[end - 1]!, entries[end]!) && isOfUser(entries[end]!));
    return end;
  }

  #abort(call: Call): void {
    if (this.writing.pairs.pendingEntry === call.entry && !this.aborts) {
      this.#note(call.entry, call.part, "open", `call ${quoteId(call.id)} waits for its result`);
      return;
    }
    this.#note(call.entry, call.part, "added", `call ${quoteId(call.id)} had no result, answered as aborted`);
    const toolUseId = this.writing.ids.get(call)!;
    const value = { toolResult: { toolUseId, content: [{ text: ABORTED_ANSWER }], status: "error" } };
    this.#push("user", [{ value, kind: "other", entry: call.entry, part: call.part }], call.entry, undefined, true);
  }

  #pushResult({ entry, part }: Result, id: string, form: Entry): void {
    const result = form.content[part]!;
    if (result.type !== "tool-result") return;
    const block = writeResult(result, id, { entry, part }, this.writing, this.#say(entry, part));
    this.#push("user", [block], entry, form, true);
  }

  #addTool(entry: ToolEntry, index: number): void {
    entry.content.forEach((part, position) => {
      if (isApproval(part)) this.#note(index, position, "dropped", `${part.type}, which has no place in messages`);
    });
    for (const result of this.writing.pairs.resultsOf(index)) {
      if (result.surplus) this.#note(index, result.part, "dropped", "second result of a call");
      else if (result.call === undefined) this.#addOrphan(entry, index, result.part);
      else if (this.#inPlace.has(result)) this.#pushResult(result, this.writing.ids.get(result.call)!, entry);
    }
  }

  #addOrphan(entry: ToolEntry, index: number, part: number): void {
    const result = entry.toolResult!;
    this.#note(index, part, "converted", "result without its call, written as a user's text");
    const lines = [orphanLine(result.toolName), resultText(result, this.#say(index, part))];
    this.#push("user", [textBlock(lines.filter(Boolean).join("\n"), { entry: index, part })], index, entry, false);
  }

  #say(entry: number, part: number): Say {
    return (action, what) => this.#note(entry, part, action, what);
  }

  #note(entry: number, part: number | undefined, action: ConversionNote["action"], what: string): void {
    this.writing.report.note(entry, action, what, part === undefined ? undefined : `content[${part}]`);
  }
}

/** Whether an entry is written in a message of the user, where results stand. */
function isOfUser(entry: Entry): boolean {
  return entry.role === "tool" || (entry.role === "user" && roleOf(entry) === "user");
}

/** Whether an entry goes on with the message that the one before it is of. */
function isJoined(before: Entry, entry: Entry): boolean {
  return readSource(before, FORMAT)["more"] === true && readSource(entry, FORMAT)["joined"] === true;
}
