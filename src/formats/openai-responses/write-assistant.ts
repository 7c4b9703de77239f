import type { AssistantEntry, CustomPart, Part, ReasoningPart, ToolCallPart, ToolResultPart } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import type { Call, Result } from "../shared/pairs.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import { argumentsOf, copyOwn, NOT_JSON, noteProofs, type Say, writeText } from "../shared/texts.js";
import { fileLine, innerCallLine, innerResultLine, speakerLine } from "../shared/wording.js";
import { FORMAT, PROVIDER } from "./form.js";
import { isReference, isText, kindOf } from "./kinds.js";
import { writeCall } from "./write-calls.js";
import { joinReasoning, writeReasoning } from "./write-reasoning.js";
import { readResultText } from "./write-results.js";
import {
  type Draft,
  itemIdOf,
  keptOf,
  pathOf,
  plainText,
  writeContent,
  writeCustom,
  writeRefusal,
  writeTextPart,
  type Writing,
  type WrittenPart,
} from "./writing.js";

/** Writes an assistant entry: the items that it holds, in the order of its parts. */
export function writeAssistant(entry: AssistantEntry, index: number, writing: Writing): Draft[] {
  const writer = new AnswerWriter(entry, index, writing);
  entry.content.forEach((part, position) => writer.add(part, position));
  return writer.finish();
}

/** A message that more parts may join. */
interface OpenMessage {
  readonly first: Part | undefined;
  readonly position: number;
  readonly parts: WrittenPart[];
  /** What a part that was read elsewhere must have in common with it; its own value where nothing can. */
  readonly key: unknown;
}

class AnswerWriter {
  readonly #drafts: Draft[] = [];
  /** The calls and results of the entry that were not reached yet, the first one last. */
  readonly #calls: Call[];
  readonly #results: Result[];
  readonly #lone: number;
  #message: OpenMessage | undefined;
  /** Whether reasoning that stood right before is not sent. */
  #isBare = false;

  constructor(
    readonly entry: AssistantEntry,
    readonly index: number,
    readonly writing: Writing,
  ) {
    this.#calls = writing.pairs.callsOf(index).toReversed();
    this.#results = writing.pairs.resultsOf(index).toReversed();
    this.#lone =
      readSource(entry, FORMAT)["lone"] === true
        ? entry.content.findLastIndex(({ type }) => type !== "reasoning") + 1
        : entry.content.length;
    if (entry.name === undefined) return;
    writing.report.note(index, "converted", "name, written in front of the text");
    this.#say(plainText(speakerLine(entry.name), "output"), undefined, 0);
  }

  add(part: Part, position: number): void {
    const say: Say = (action, what) => this.writing.report.note(this.index, action, what, pathOf(position));
    noteProofs(part, say, PROVIDER);
    switch (part.type) {
      case "text":
        this.#say(writeTextPart(part, "output", say), part, position);
        break;
      case "refusal":
        this.#say(writeRefusal(part, say), part, position);
        break;
      case "reasoning":
        this.#reason(part, position, say);
        break;
      case "file":
        say("converted", "file, which an answer cannot hold, named in text");
        this.#say(plainText(fileLine(part), "output"), undefined, position);
        break;
      case "tool-call":
        this.#call(part, position, say);
        break;
      case "tool-result":
        this.#result(part, position, say);
        break;
      case "custom":
        this.#custom(part, position, say);
        break;
      default:
        say("dropped", `${part.type}, which has no place in Responses items`);
    }
  }

  finish(): Draft[] {
    this.#close();
    return this.#drafts;
  }

  /** Adds words, to the message before them where they belong to it. */
  #say(written: WrittenPart, part: Part | undefined, position: number): void {
    const source = part === undefined ? {} : readSource(part, FORMAT);
    const isOwn = source["item"] !== undefined || source["joined"] === true;
    const key = isOwn ? Symbol("own") : part === undefined ? undefined : itemIdOf(part);
    const isJoined = source["joined"] === true || (!isOwn && this.#message?.key === key);
    if (this.#message !== undefined && isJoined) {
      this.#message.parts.push(written);
      return;
    }
    this.#close();
    this.#message = { first: part, position, parts: [written], key };
  }

  #close(): void {
    const message = this.#message;
    this.#message = undefined;
    if (message === undefined) return;
    const { first, position, parts } = message;
    const say: Say = (action, what) => this.writing.report.note(this.index, action, what, pathOf(position));
    const source = first === undefined ? {} : readSource(first, FORMAT);
    const form = readForm(source["item"]);
    const id = first === undefined ? undefined : itemIdOf(first);
    const phase = first === undefined ? undefined : metadataOf(first, PROVIDER)?.["phase"];
    const isForeign = source["item"] === undefined;
    const isReturned = isForeign && id !== undefined;
    if (getOwn(form.values, "id") === "") say("dropped", "empty item id");
    const content = writeContent(parts, source["content"] === "list" || isReturned);
    if (isReturned) for (const { part } of parts) if (part["type"] === "output_text") part["annotations"] ??= [];
    const hasType = form.keys?.includes("type") === true && getOwn(form.values, "type") !== null;
    const item = writeObject({
      fields: {
        ...((isReturned || hasType) && { type: "message" }),
        role: "assistant",
        ...(isReturned && { id, status: "completed" }),
        content,
        ...(id !== undefined && { id }),
        ...(isText(phase) && { phase: writeText(phase, say) }),
      },
      form,
      kept: first === undefined ? undefined : keptOf(first, "item"),
      guarded: ["type", "role", "content", "id"],
      onChange: () => say("converted", NOT_JSON),
    });
    this.#push({ item, role: "follower" }, source, position);
  }

  #push(draft: Pick<Draft, "item" | "role">, source: Readonly<Record<string, unknown>>, position: number): void {
    const led = draft.role === "follower" && (source["led"] === true || this.#isBare);
    this.#isBare = false;
    const { item, role } = draft;
    this.#drafts.push({ item, role, entry: this.index, position, led, idless: source["idless"] === true });
  }

  #reason(part: ReasoningPart, position: number, say: Say): void {
    this.#close();
    const last = this.#drafts.at(-1);
    if (last?.role === "reasoning" && joinReasoning(last.item, part, say)) return;
    const item = writeReasoning(part, say);
    this.#isBare = item === undefined;
    if (item === undefined) return;
    const isLone = position >= this.#lone;
    this.#drafts.push({
      item,
      entry: this.index,
      position,
      role: "reasoning",
      ...(isLone && { lone: true }),
    });
  }

  #call(part: ToolCallPart, position: number, say: Say): void {
    const sent = this.writing.sent.get(this.#calls.pop()!);
    if (sent === undefined) {
      say("converted", "call that the provider ran itself, written as text");
      const text = `${innerCallLine(part.toolName)} ${argumentsOf(part, {}, say)}`;
      this.#say(plainText(text, "output"), undefined, position);
      return;
    }
    this.#close();
    this.#push({ item: writeCall(part, sent, say), role: "follower" }, readSource(part, FORMAT), position);
  }

  #result(part: ToolResultPart, position: number, say: Say): void {
    const call = this.#results.pop()?.call;
    if (call?.answer?.part !== position || call.answer.entry !== this.index) {
      say("dropped", "second result of a call");
      return;
    }
    say("converted", "result that the provider made itself, written as text");
    const asked = this.entry.content[call.part] as ToolCallPart;
    const text = [innerResultLine(asked.toolName), readResultText(part, say)].filter(Boolean).join("\n");
    this.#say(plainText(text, "output"), undefined, position);
  }

  #custom(part: CustomPart, position: number, say: Say): void {
    const source = readSource(part, FORMAT);
    if (part.format !== FORMAT || source["place"] === "content" || !isPlainObject(part.value)) {
      const written = writeCustom(part, "output", say);
      if (written !== undefined) this.#say(written, part, position);
      return;
    }
    this.#close();
    if (kindOf(part.value) !== "other") {
      say("dropped", "item that is none of this place");
      return;
    }
    this.#push(
      { item: copyOwn(part.value, say), role: isReference(part.value) ? "reference" : "follower" },
      source,
      position,
    );
  }
}
