import type { Entry, SystemEntry, ToolCallPart, ToolEntry, ToolResultPart } from "../../index.js";
import { readSource } from "../shared/form.js";
import { wellFormed } from "../shared/ids.js";
import type { Call, Result } from "../shared/pairs.js";
import { quoteId } from "../shared/report.js";
import { resultText } from "../shared/texts.js";
import { ABORTED_ANSWER, OPENING, orphanLine } from "../shared/wording.js";
import { FORMAT, isJoined, isOwn } from "./form.js";
import { sentId, WaitingCalls } from "./links.js";
import { roleOf, writeEntry } from "./write-entries.js";
import { writeName } from "./write-parts.js";
import { type Asked, writeResponse } from "./write-response.js";
import { type Draft, note, type Piece, Telling, textPiece, type Writing } from "./writing.js";

/** Instructions, and the entry that gave them. */
export interface Instructions {
  readonly entry: SystemEntry;
  readonly pieces: readonly Piece[];
}

/** Puts what entries say into contents, in order: the responses of each step right behind its calls, by themselves. */
export class Arrangement {
  readonly drafts: Draft[] = [];
  readonly system: Instructions[] = [];
  /** How many times something was said so far, other than by responses. */
  #said = 0;
  /** Results that were put behind their calls, and how much had been said by then. */
  readonly #placed = new Map<Result, number>();

  constructor(
    readonly writing: Writing,
    readonly aborts: boolean,
  ) {
    writing.entries.forEach((entry, index) => this.#add(entry, index));
    this.#mendEnds();
  }

  #add(entry: Entry, index: number): void {
    if (entry.role === "tool") return this.#addTool(entry, index);
    const { role } = readSource(entry, FORMAT);
    const pieces = writeEntry(entry, index, this.writing);
    if (entry.content.length === 0) this.#note(index, undefined, "dropped", "content without parts");
    if (entry.role === "system" && entry.summary === undefined) return this.#addSystem(entry, index, pieces);
    const sent = entry.role === "user" ? roleOf(entry) : entry.role === "assistant" ? "model" : "user";
    if (role !== undefined && role !== sent) this.#noteRole(index);
    this.#push(sent, pieces, index, entry);
    if (entry.role === "assistant") this.#answer(index);
  }

  #addSystem(entry: SystemEntry, index: number, pieces: readonly Piece[]): void {
    if (pieces.length === 0) return;
    if (this.drafts.length > 0 || readSource(entry, FORMAT)["carrier"] === "contents")
      this.#note(index, undefined, "moved", "instructions in the list, put into the system instruction");
    this.system.push({ entry, pieces });
  }

  /** Adds to the content of the same role, unless it was one of its own, which only a call may not be. */
  #push(role: string, pieces: readonly Piece[], index: number, form: Entry): void {
    if (pieces.length === 0) return;
    this.#said += 1;
    const isCall = role === "model" && pieces.some(({ kind }) => kind === "call");
    if (isCall) this.#joinAnswers();
    const draft = this.drafts.at(-1);
    const before = this.writing.entries[index - 1];
    const isPiece = isJoined(before, form);
    if (isPiece && before?.role === "tool")
      this.#note(index, undefined, "moved", "part beside responses, put into a content of its own");
    const isApart = readSource(form, FORMAT)["apart"] === true;
    const isNext = draft?.role === role && !draft.isResponse && (role === "user" || role === "model");
    if (draft === undefined || !isNext || (isApart && !isCall)) {
      this.drafts.push({ role, pieces: [...pieces], form, entry: index, isResponse: false });
      return;
    }
    if (!isPiece) this.#note(index, undefined, "merged", "content, joined with the one before it");
    draft.pieces.push(...pieces);
  }

  /** Makes one of the answers at the end: a call in the last of them would follow the others. */
  #joinAnswers(): void {
    while (this.drafts.at(-2)?.role === "model" && this.drafts.at(-1)!.role === "model") {
      const { pieces, entry } = this.drafts.pop()!;
      this.#note(entry, undefined, "merged", "content, joined with the one before it");
      this.drafts.at(-1)!.pieces.push(...pieces);
    }
  }

  /** Writes the responses to the calls of a step, and answers for the calls that have none. */
  #answer(index: number): void {
    const calls = this.writing.pairs.callsOf(index).filter((call) => this.writing.sent.has(call));
    const ordered = this.#inOrder(calls);
    let latest = -1;
    let first: Entry | undefined;
    const pieces = ordered.flatMap((call) => {
      const { answer } = call;
      if (answer === undefined) return this.#abort(call);
      const entry = this.writing.entries[answer.entry]!;
      if (answer.entry < latest)
        this.#note(answer.entry, answer.part, "moved", "response, put in the order of the calls");
      else this.#placed.set(answer, this.#said);
      latest = Math.max(latest, answer.entry);
      if (first !== undefined && readSource(entry, FORMAT)["apart"] === true)
        this.#note(answer.entry, answer.part, "merged", "response, joined with the others of its step");
      first ??= entry;
      return [this.#respond(call, answer, entry)];
    });
    if (pieces.length > 0)
      this.drafts.push({ role: "user", pieces, form: first, entry: pieces[0]!.entry, isResponse: true });
  }

  /** Responses that came in one content stay in its order, if they find their calls in it. */
  #inOrder(calls: readonly Call[]): readonly Call[] {
    const { entries } = this.writing;
    const open = calls.filter(({ answer }) => answer === undefined);
    const answered = calls.filter(({ answer }) => answer !== undefined);
    const came = answered.toSorted((a, b) => a.answer!.entry - b.answer!.entry);
    const isWhole = open.every((call) => this.#isPending(call));
    if (!isWhole || came.every((call, place) => call === answered[place])) return calls;
    const waiting = new WaitingCalls();
    for (const call of calls) {
      const { name, id } = this.#asked(call);
      waiting.add(String(call.part), name, id, 0);
    }
    const isKept = came.every((call, place) => {
      const { entry, part } = call.answer!;
      const isNext = place === 0 || isJoined(entries[entry - 1], entries[entry]!);
      const ownId = sentId(entries[entry]!.content[part] as ToolResultPart);
      const found = waiting.find(this.#asked(call).name, ownId);
      if (found !== undefined) found.isAnswered = true;
      return isNext && found?.id === String(call.part);
    });
    return isKept ? [...came, ...open] : calls;
  }

  #respond(call: Call, answer: Result, { content }: Entry): Piece {
    const result = content[answer.part] as ToolResultPart;
    return writeResponse(
      result,
      this.#asked(call),
      sentId(result),
      new Telling(this.writing, answer.entry, answer.part),
    );
  }

  #asked({ entry, part }: Call): Asked {
    const asked = this.writing.entries[entry]!.content[part] as ToolCallPart;
    const id = sentId(asked);
    return { name: writeName(asked.toolName), id: id === undefined ? undefined : wellFormed(id) };
  }

  /** Whether a call without a result waits for it, and is to be left so. */
  #isPending(call: Call): boolean {
    return this.writing.pairs.pendingEntry === call.entry && !this.aborts;
  }

  #abort(call: Call): Piece[] {
    if (this.#isPending(call)) {
      this.#note(call.entry, call.part, "open", `call ${quoteId(call.id)} waits for its result`);
      return [];
    }
    this.#note(call.entry, call.part, "added", `call ${quoteId(call.id)} had no result, answered as aborted`);
    const { name, id } = this.#asked(call);
    const response = { error: ABORTED_ANSWER };
    const functionResponse = { ...(id !== undefined && { id }), name, response };
    return [{ value: { functionResponse }, kind: "other", entry: call.entry, part: call.part }];
  }

  #addTool(entry: ToolEntry, index: number): void {
    if (readSource(entry, FORMAT)["role"] !== undefined) this.#noteRole(index);
    entry.content.forEach(({ type }, position) => {
      if (type !== "tool-result") this.#note(index, position, "dropped", `${type}, which has no place in contents`);
    });
    for (const result of this.writing.pairs.resultsOf(index)) {
      const said = this.#placed.get(result);
      if (result.surplus) this.#note(index, result.part, "dropped", "second result of a call");
      else if (result.call === undefined) this.#addOrphan(entry, index, result.part);
      else if (said !== undefined && said !== this.#said)
        this.#note(index, result.part, "moved", "response, put right behind its call");
    }
  }

  #addOrphan(entry: ToolEntry, index: number, part: number): void {
    const result = entry.toolResult!;
    const telling = new Telling(this.writing, index, part);
    telling.say("converted", "result without its call, written as a user's text");
    const text = [orphanLine(result.toolName), resultText(result, telling.say)].filter(Boolean).join("\n");
    this.#push("user", [telling.text(text)], index, entry);
  }

  /** A call cannot open the list. Some models refuse to go on from an answer: one of this provider is given back as it came. */
  #mendEnds(): void {
    const first = this.drafts[0];
    const last = this.drafts.at(-1);
    if (last?.role === "model" && !isOwn(last.form) && last.pieces.at(-1)?.kind !== "call")
      this.#note(last.entry, undefined, "open", "list that ends on the model, which some models refuse to go on from");
    if (first?.role !== "model" || !first.pieces.some(({ kind }) => kind === "call")) return;
    const { entry } = first;
    this.#note(entry, undefined, "added", "user's text, since the conversation opens with a call");
    this.drafts.unshift({
      role: "user",
      pieces: [textPiece(OPENING, entry)],
      form: undefined,
      entry,
      isResponse: false,
    });
  }

  #noteRole(entry: number): void {
    this.#note(entry, undefined, "converted", "role that the provider does not take, written as the one that it means");
  }

  #note(entry: number, part: number | undefined, ...told: [Parameters<Telling["say"]>[0], string]): void {
    note(this.writing, { entry, part }, ...told);
  }
}
