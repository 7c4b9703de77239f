import type { AssistantEntry, CustomPart, Part, ReasoningPart, ToolCallPart, ToolResultPart } from "../../index.js";
import { metadataOf, type ObjectForm, readForm, readSource } from "../shared/form.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import { copyOwn, resultText, type Say, writeText } from "../shared/texts.js";
import type { Said } from "./assemble.js";
import { writeCallMaps } from "./call-maps.js";
import { type CallBlock, FORMAT, isOwn, isTold, PROVIDER } from "./form.js";
import { noteLost, writePlain, type Written } from "./write-blocks.js";
import { isInvalid, writeCallBlock, writeId, writeListed, writeOldCall, writeTwin } from "./write-calls.js";
import { kindOfReasoning, writeReasoning } from "./write-reasoning.js";
import { type Block, sayOf, type Writing } from "./writing.js";

const BLOCKS: readonly unknown[] = ["tool_use", "tool_call", "invalid_tool_call", "functionCall"];

interface Placed {
  readonly call: ToolCallPart;
  readonly say: Say;
}

/** What stood among the invalid calls and is none. */
interface Stray {
  readonly place: number;
  readonly block: Block;
}

/** Writes what the model said: blocks, calls in their lists, and what stands in `additional_kwargs`. */
export class AnswerWriter {
  readonly #isOwn: boolean;
  readonly #form: ObjectForm;
  readonly #kwargsForm: ObjectForm;
  readonly #keptKwargs: unknown;
  /** The positions of the calls that are answered in the same entry. */
  readonly #hosted: ReadonlySet<number>;
  readonly #needsBlocks: boolean;
  readonly #content: Written[] = [];
  readonly #calls: Placed[] = [];
  readonly #kwargs: Block = {};
  readonly #strays: Stray[] = [];
  #nextResult = 0;

  constructor(
    readonly entry: AssistantEntry,
    readonly index: number,
    readonly writing: Writing,
  ) {
    const source = readSource(entry, FORMAT);
    this.#isOwn = isOwn(entry);
    this.#form = readForm(this.#isOwn ? source : {});
    this.#kwargsForm = readForm(source["kwargs"]);
    this.#keptKwargs = getOwn(metadataOf(entry, PROVIDER), "additional_kwargs");
    const calls = writing.pairs.callsOf(index);
    this.#hosted = new Set(calls.filter(({ answer }) => answer?.entry === index).map(({ part }) => part));
    this.#needsBlocks = this.#isCallAmidContent();
  }

  write(): Said {
    this.entry.content.forEach((part, position) => this.#add(part, position));
    const listed = this.#calls.filter(({ call }) => !this.#isElsewhere(call));
    const valid = sortByRank(listed.filter(({ call }) => !isInvalid(call)));
    const invalid = sortByRank(listed.filter(({ call }) => isInvalid(call)));
    const twins = this.#calls.filter(({ call }) => this.#hasTwin(call));
    // What becomes of a call is told where it is listed.
    if (twins.length > 0) this.#kwargs["tool_calls"] = twins.map(({ call }) => writeTwin(call, () => {}));
    Object.assign(this.#kwargs, writeCallMaps(this.#calls.map(({ call }) => call)));
    return {
      kind: "ai",
      content: this.#contentOf(),
      fields: {
        ...this.#nameOf(),
        ...this.#listOf("tool_calls", valid),
        ...this.#listOf("invalid_tool_calls", invalid, this.#strays),
      },
      kwargs: this.#kwargs,
    };
  }

  #nameOf(): { name?: string } {
    const { name } = this.entry;
    return name === undefined ? {} : { name: writeText(name, sayOf(this.writing, this.index)) };
  }

  #listOf(key: string, calls: readonly Placed[], strays: readonly Stray[] = []): Block {
    const isEmpty = calls.length + strays.length === 0;
    if (isEmpty && !isTold(key, this.#form, metadataOf(this.entry, PROVIDER))) return {};
    const list = calls.map(({ call, say }) => writeListed(call, this.#isOwn, say));
    for (const { place, block } of strays) list.splice(place, 0, block);
    return { [key]: list };
  }

  #contentOf(): string | Written[] {
    const isList = this.#isOwn && readSource(this.entry, FORMAT)["content"] === "list";
    return isList ? this.#content : toContent(this.#content);
  }

  #add(part: Part, position: number): void {
    const say = sayOf(this.writing, this.index, position);
    if (part.type === "tool-call") this.#addCall(part, position, say);
    else if (part.type === "tool-result") this.#addResult(part, say);
    else if (part.type === "reasoning") this.#addReasoning(part, position, say);
    else if (part.type === "refusal" && isBeside(part) && !("refusal" in this.#kwargs)) {
      noteLost(part, [], say);
      this.#kwargs["refusal"] = writeText(part.text, say);
    } else if (isStray(part)) {
      this.#strays.push({ place: Number(readSource(part, FORMAT)["place"]) || 0, block: copyOwn(part.value, say) });
    } else {
      const written = writePlain(part, say);
      if (written !== undefined) this.#content.push(written);
    }
  }

  /** `additional_kwargs` holds one item and one text. */
  #addReasoning(part: ReasoningPart, position: number, say: Say): void {
    const kind = kindOfReasoning(part, position === 0);
    if (kind === "kwargs-text" && !("reasoning_content" in this.#kwargs)) {
      noteLost(part, [], say);
      this.#kwargs["reasoning_content"] = writeText(part.text, say);
    } else if (kind === "kwargs" && !("reasoning" in this.#kwargs)) {
      this.#kwargs["reasoning"] = writeReasoning(part, kind, say);
    } else {
      const isTaken = kind === "kwargs" || kind === "kwargs-text";
      this.#content.push(writeReasoning(part, isTaken ? "reasoning" : kind, say));
    }
  }

  #addCall(call: ToolCallPart, position: number, say: Say): void {
    if (this.#hosted.has(position)) {
      say("converted", "call that the provider ran itself, written as a server_tool_call block");
      const { name, args, id } = writeListed(call, this.#isOwn, say);
      this.#content.push({ type: "server_tool_call", id, name, args });
      return;
    }
    noteLost(call, ["google"], say);
    const kind = this.#blockOf(call);
    const isListed = !this.#isElsewhere(call);
    if (kind !== undefined) this.#content.push(writeCallBlock(call, kind, this.#isOwn, isListed ? () => {} : say));
    if (this.#isOld(call)) this.#kwargs["function_call"] = writeOldCall(call, say);
    this.#calls.push({ call, say });
  }

  /** A result that the provider made itself stands behind its call. */
  #addResult(result: ToolResultPart, say: Say): void {
    const { call, surplus } = this.writing.pairs.resultsOf(this.index)[this.#nextResult++]!;
    if (surplus || call?.entry !== this.index) {
      say("dropped", "second result of a call, or one that has no call here");
      return;
    }
    say("converted", "result that the provider made itself, written as a server_tool_call_result block");
    this.#content.push({
      type: "server_tool_call_result",
      toolCallId: writeId(result.toolCallId, say),
      status: result.outcome === undefined ? "success" : "error",
      output: { text: resultText(result, say) },
    });
  }

  /** The kind of block that stands for a call. */
  #blockOf(call: ToolCallPart): CallBlock | undefined {
    const { kind } = readSource(call, FORMAT);
    if (BLOCKS.includes(kind)) return kind as CallBlock;
    return this.#needsBlocks ? (isInvalid(call) ? "invalid_tool_call" : "tool_call") : undefined;
  }

  /** Whether something stands behind a call, so that only a block in the content tells its place. */
  #isCallAmidContent(): boolean {
    let hasCall = false;
    return this.entry.content.some((part, position) => {
      if (part.type !== "tool-call" || this.#hosted.has(position)) return hasCall && !isBeside(part);
      hasCall ||= !BLOCKS.includes(readSource(part, FORMAT)["kind"]);
      return false;
    });
  }

  /** Whether a call stands in no list, and that is where it came from. */
  #isElsewhere(call: ToolCallPart): boolean {
    const { list, kind } = readSource(call, FORMAT);
    if (list !== "none") return false;
    const isKept = Array.isArray(getOwn(this.#keptKwargs, "tool_calls"));
    return BLOCKS.includes(kind) || this.#hasTwin(call) || this.#isOld(call) || isKept;
  }

  #hasTwin(call: ToolCallPart): boolean {
    return this.#kwargsForm.keys?.includes("tool_calls") === true && readSource(call, FORMAT)["twin"] !== undefined;
  }

  #isOld(call: ToolCallPart): boolean {
    return this.#kwargsForm.keys?.includes("function_call") === true && readSource(call, FORMAT)["old"] === true;
  }
}

/** Whether a part stood among the invalid calls and is none. */
function isStray(part: Part): part is CustomPart {
  return part.type === "custom" && isPlainObject(part.value) && readSource(part, FORMAT)["list"] === "invalid";
}

/** Whether a part stands beside the content, or nowhere. */
function isBeside(part: Part): boolean {
  const { kind } = readSource(part, FORMAT);
  return isStray(part) || kind === "kwargs" || kind === "kwargs-text" || part.type === "approval-request";
}

function sortByRank(calls: readonly Placed[]): readonly Placed[] {
  const rankOf = ({ call }: Placed): unknown => readSource(call, FORMAT)["rank"];
  if (!calls.every((placed) => typeof rankOf(placed) === "number")) return calls;
  return [...calls].sort((a, b) => (rankOf(a) as number) - (rankOf(b) as number));
}

/** Content: a text where it is no more than that, or a list. */
export function toContent(blocks: readonly Written[]): string | Written[] {
  const [first] = blocks;
  if (first === undefined) return "";
  const isText = typeof first === "object" && first["type"] === "text" && Object.keys(first).length === 2;
  return blocks.length === 1 && isText ? (first["text"] as string) : [...blocks];
}
