import type { AssistantEntry, Part, ToolCallPart } from "../../index.js";
import { metadataOf, readSource } from "../shared/form.js";
import { writeObjectInput } from "../shared/object-input.js";
import type { Call } from "../shared/pairs.js";
import { argumentsOf, noteProofs, resultText, type Say } from "../shared/texts.js";
import { writeToolName } from "../shared/tool-names.js";
import { innerCallLine, innerResultLine } from "../shared/wording.js";
import { cacheOf } from "./files.js";
import { FORMAT, hasOwnId, MAX_NAME, PROVIDER, takesId } from "./form.js";
import { nameFile, writeCustom, writeReasoning, writeTextBlock } from "./write-parts.js";
import { type Block, makeBlock, type Origin, plainBlock, writeBlock, writeId, type Writing } from "./writing.js";

/** What is sent in one message: calls stand last, and their results have to follow before anything else does. */
export interface Segment {
  readonly blocks: Block[];
  readonly calls: Call[];
}

/**
 * Writes an assistant entry: one segment, or several where a signed thought stands behind a call.
 *
 * @param isOpen - whether the call waits for its result, so that nothing can follow it
 */
export function writeAssistant(
  entry: AssistantEntry,
  index: number,
  isOpen: (call: Call) => boolean,
  writing: Writing,
): readonly Segment[] {
  const writer = new AssistantWriter(entry, index, isOpen, writing);
  entry.content.forEach((part, position) => writer.add(part, position));
  writer.end();
  return writer.segments;
}

class AssistantWriter {
  readonly segments: Segment[] = [];
  #said: Block[] = [];
  #asked: Block[] = [];
  #calls: Call[] = [];
  /** Those of the entry that come next. */
  #nextCall = 0;
  #nextResult = 0;

  constructor(
    readonly entry: AssistantEntry,
    readonly index: number,
    readonly isOpen: (call: Call) => boolean,
    readonly writing: Writing,
  ) {}

  end(): void {
    this.segments.push({ blocks: [...this.#said, ...this.#asked], calls: this.#calls });
    [this.#said, this.#asked, this.#calls] = [[], [], []];
  }

  add(part: Part, position: number): void {
    const say: Say = (action, what) => this.writing.report.note(this.index, action, what, `content[${position}]`);
    const origin: Origin = { entry: this.index, part: position };
    noteProofs(part, say, PROVIDER);
    switch (part.type) {
      case "text":
        this.#put(writeTextBlock(part, origin, say), say);
        break;
      case "reasoning":
        this.#reason(writeReasoning(part, origin, say), say);
        break;
      case "refusal":
        if (part.text.trim() === "") say("dropped", "empty refusal");
        else {
          say("converted", "refusal, written as text");
          this.#put(plainBlock(part.text, origin), say);
        }
        break;
      case "file":
        this.#put(nameFile(part, "an assistant message", origin, say), say);
        break;
      case "tool-call":
        this.#call(part, position, say);
        break;
      case "tool-result":
        this.#result(part, position, say);
        break;
      case "custom":
        this.#put(writeCustom(part, "assistant", origin, this.writing, say), say);
        break;
      default:
        say("dropped", `${part.type}, which has no place in messages`);
    }
  }

  #put(block: Block | undefined, say: Say): void {
    if (block === undefined) return;
    if (this.#asked.length > 0) say("moved", "block behind a call, put before it");
    this.#said.push(block);
  }

  /** Nothing is moved across a thought that is signed: the calls before it are answered first. */
  #reason(block: Block | undefined, say: Say): void {
    if (block === undefined) return;
    if (this.#asked.length > 0) {
      if (this.#calls.some((call) => this.isOpen(call))) {
        say("dropped", "reasoning behind a call that waits for its result");
        return;
      }
      say("moved", "reasoning behind a call, put behind the call's result");
      this.end();
    }
    this.#said.push(block);
  }

  #call(part: ToolCallPart, position: number, say: Say): void {
    const { writing, index } = this;
    const call = writing.pairs.callsOf(index)[this.#nextCall++]!;
    const origin: Origin = { entry: index, part: position };
    if (call.answer?.entry === index) {
      say("converted", "call that the provider ran itself, written as text");
      this.#put(plainBlock(`${innerCallLine(part.toolName)} ${argumentsOf(part, {}, say)}`, origin), say);
      return;
    }
    const source = readSource(part, FORMAT);
    const name = writeToolName(part.toolName, MAX_NAME);
    if (name !== part.toolName && source["spelled"] !== true)
      say("converted", `tool name that the endpoint refuses, written as ${name}: declare the tool under this name`);
    const isMarked = hasOwnId(part);
    const { sent, isRepeated } = writeId(part.toolCallId, isMarked, writing);
    if (
      sent !== part.toolCallId &&
      source["spelledId"] !== true &&
      (isRepeated || isMarked || takesId(part.toolCallId))
    )
      say("converted", "call id that the endpoint refuses, or that stands in the list already, replaced");
    writing.ids.set(call, sent);
    const input = writeObjectInput(part, source["exact"] === true, say);
    const fields = { type: "tool_use", id: sent, name, input, ...cacheOf(metadataOf(part, PROVIDER)) };
    const value = writeBlock(part, fields, ["type", "id", "name", "input"], say);
    this.#asked.push(makeBlock(value, "call", origin));
    this.#calls.push(call);
  }

  #result(part: Part & { type: "tool-result" }, position: number, say: Say): void {
    const { call } = this.writing.pairs.resultsOf(this.index)[this.#nextResult++]!;
    if (call?.answer?.part !== position || call.answer.entry !== this.index) {
      say("dropped", "second result of a call");
      return;
    }
    say("converted", "result that the provider made itself, written as text");
    const asked = this.entry.content[call.part] as ToolCallPart;
    const lines = [innerResultLine(asked.toolName), resultText(part, say)];
    this.#put(plainBlock(lines.filter(Boolean).join("\n"), { entry: this.index, part: position }), say);
  }
}
