import type { AssistantEntry, FilePart, Part, ToolCallPart } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import type { Call, Result } from "../shared/pairs.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import { argumentsOf, copyOwn, NOT_JSON, noteProofs, type Say, writeText } from "../shared/texts.js";
import { fileLine, innerCallLine, innerResultLine } from "../shared/wording.js";
import { FORMAT, PROVIDER } from "./form.js";
import { writeCall, writeId, writeOldCall } from "./write-calls.js";
import { unknownRole, writeMessage } from "./write-message.js";
import { readResult } from "./write-results.js";
import {
  idOfCall,
  isUnknownCall,
  plainText,
  writeCustom,
  writeTextPart,
  type Writing,
  type WrittenPart,
} from "./writing.js";

type Message = Record<string, unknown>;

/** Writes an assistant entry; nothing where it says nothing. */
export function writeAssistant(entry: AssistantEntry, index: number, writing: Writing): Message | undefined {
  const writer = new AssistantWriter(entry, index, writing);
  entry.content.forEach((part, position) => writer.add(part, position));
  const { content, fields } = writer;
  const hasCalls = fields["tool_calls"] !== undefined || fields["function_call"] !== undefined;
  const role = hasCalls ? unknownRole(readSource(entry, FORMAT)["role"]) : undefined;
  return writeMessage(entry, index, role ?? "assistant", content, fields, writing);
}

class AssistantWriter {
  readonly content: WrittenPart[] = [];
  readonly fields: Message = {};
  readonly #calls: Message[] = [];
  readonly #ids = new Map<string, number>();
  readonly #known: ReadonlyMap<number, Call>;
  readonly #results: ReadonlyMap<number, Result>;
  #spoken: string | undefined;

  constructor(
    readonly entry: AssistantEntry,
    readonly index: number,
    readonly writing: Writing,
  ) {
    this.#known = new Map(writing.pairs.callsOf(index).map((call) => [call.part, call]));
    this.#results = new Map(writing.pairs.resultsOf(index).map((result) => [result.part, result]));
  }

  add(part: Part, position: number): void {
    const say: Say = (action, what) => this.writing.report.note(this.index, action, what, `content[${position}]`);
    noteProofs(part, say);
    switch (part.type) {
      case "text":
        if (isSpoken(part) && this.#isAudio(this.entry.content[position + 1])) this.#spoken = writeText(part.text, say);
        else this.#put(writeTextPart(part, say), say);
        break;
      case "reasoning":
        this.#reason(part, say);
        break;
      case "refusal":
        this.#refuse(part, say);
        break;
      case "file":
        this.#addFile(part, say);
        break;
      case "tool-call":
        this.#call(part, position, say);
        break;
      case "tool-result":
        this.#result(part, position, say);
        break;
      case "custom":
        if (isUnknownCall(part)) this.#push(copyOwn(part.value, say), idOfCall(part));
        else this.#put(writeCustom(part, false, say), say);
        break;
      default:
        say("dropped", `${part.type}, which has no place in chat messages`);
    }
  }

  #put(written: WrittenPart | undefined, say: Say): void {
    if (written === undefined) return;
    const isBehind = this.#calls.length > 0 || this.fields["function_call"] !== undefined;
    if (isBehind && written.text !== "") say("moved", "text behind a call, put before it");
    this.content.push(written);
  }

  #push(call: Message, unknownId?: string): void {
    if (unknownId !== undefined) this.#ids.set(unknownId, 1);
    this.#calls.push(call);
    this.fields["tool_calls"] = this.#calls;
  }

  /** Whether a part is the sound of an answer that was spoken, of which a message holds one. */
  #isAudio(part: Part | undefined): part is FilePart & { readonly data: { readonly fileId: string } } {
    if (part?.type !== "file" || !isSpoken(part) || this.fields["audio"] !== undefined) return false;
    return typeof part.data === "object" && "fileId" in part.data;
  }

  /** Thoughts go back to where they came from, and nowhere else. */
  #reason(part: Part & { type: "reasoning" }, say: Say): void {
    const under = readSource(part, FORMAT)["under"];
    const keys = Array.isArray(under) ? under.filter((key) => key === "reasoning_content" || key === "reasoning") : [];
    if (keys.length === 0) {
      say("dropped", "reasoning, which has no place in chat messages");
      return;
    }
    const text = writeText(part.text, say);
    for (const key of keys as string[]) {
      const before = this.fields[key];
      if (before !== undefined) say("merged", "reasoning, joined with the part before it");
      this.fields[key] = typeof before === "string" ? `${before}\n\n${text}` : text;
    }
  }

  #refuse(part: Part & { type: "refusal" }, say: Say): void {
    const refusal = writeText(part.text, say);
    const source = readSource(part, FORMAT);
    if (source["place"] !== "content" && this.fields["refusal"] === undefined) {
      this.fields["refusal"] = refusal;
      return;
    }
    const written = writeObject({
      fields: { type: "refusal", refusal },
      form: readForm(source),
      kept: metadataOf(part, PROVIDER),
      guarded: ["type", "refusal"],
      onChange: () => say("converted", NOT_JSON),
    });
    this.#put({ part: written }, say);
  }

  #addFile(part: FilePart, say: Say): void {
    if (!this.#isAudio(part)) {
      say("converted", "file, which only user messages can hold, named in text");
      this.#put(plainText(fileLine(part)), say);
      return;
    }
    const kept = getOwn(metadataOf(part, PROVIDER), "audio");
    this.fields["audio"] = writeObject({
      fields: { id: writeText(part.data.fileId, say), ...(this.#spoken !== undefined && { transcript: this.#spoken }) },
      form: readForm(readSource(part, FORMAT)["inner"]),
      kept: isPlainObject(kept) ? kept : undefined,
      guarded: ["id"],
      onChange: () => say("converted", NOT_JSON),
    });
  }

  #call(part: Part & { type: "tool-call" }, position: number, say: Say): void {
    const { ids, old } = this.writing;
    const call = this.#known.get(position)!;
    if (call.answer?.entry === this.index) {
      say("converted", "call that the provider ran itself, written as text");
      this.#put(plainText(`${innerCallLine(part.toolName)} ${argumentsOf(part, {}, say)}`), say);
    } else if (this.#isOld(part, call)) {
      this.fields["function_call"] = writeOldCall(part, say);
      old.add(call);
    } else {
      if (readSource(part, FORMAT)["old"] === true) say("converted", "call of the old form, written as a tool call");
      const id = writeId(part, this.#ids, say);
      ids.set(call, id);
      this.#push(writeCall(part, id, say));
    }
  }

  /** Whether a call goes back in its old form. Its answer would part calls that still wait from their results. */
  #isOld(part: ToolCallPart, call: Call): boolean {
    if (readSource(part, FORMAT)["old"] !== true || this.fields["function_call"] !== undefined) return false;
    return call.answer === undefined || [...this.#known.values()].every(({ answer }) => answer !== undefined);
  }

  #result(part: Part & { type: "tool-result" }, position: number, say: Say): void {
    const call = this.#results.get(position)?.call;
    if (call?.answer?.part !== position || call.answer.entry !== this.index) {
      say("dropped", "second result of a call");
      return;
    }
    const { text, files } = readResult(part, say);
    say("converted", "result that the provider made itself, written as text");
    const asked = this.entry.content[call.part] as ToolCallPart;
    const lines = [innerResultLine(asked.toolName), ...text, ...files.map(fileLine)];
    this.#put(plainText(lines.filter(Boolean).join("\n")), say);
  }
}

/** Whether a part is of an answer that was spoken. */
function isSpoken(part: Part): boolean {
  return readSource(part, FORMAT)["place"] === "audio";
}
