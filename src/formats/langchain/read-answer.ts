import type { Part, ToolCallPart } from "../../index.js";
import { type SortedKeys, sortKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { readCallMaps } from "./call-maps.js";
import { FORMAT, type MessageForm, PROVIDER } from "./form.js";
import type { Links } from "./links.js";
import { type Draft, DraftPool, readAlone, readList, readStrays } from "./read-calls.js";
import { isDraft, ownerOf, readContent } from "./read-content.js";
import { readReasoningItem } from "./read-reasoning.js";
import { mergeTwins, noteRanks } from "./read-twins.js";

/** What a message of the model says. */
export interface Answer {
  readonly parts: readonly Part[];
  readonly mark?: MessageForm["content"];
  /** What `additional_kwargs` holds beside, where the parts tell some of it. */
  readonly kwargs: Partial<SortedKeys>;
}

/** Reads what a message of the model says: its content, the calls in its lists, and what stands in `additional_kwargs`. */
export function readAnswer(data: PlainObject, content: unknown, links: Links, at: Place, contentAt: Place): Answer {
  const given = data["additional_kwargs"];
  const kwargsAt = at.in("additional_kwargs");
  const kwargs = isPlainObject(given) && Object.keys(given).length > 0 ? kwargsAt.object(given) : undefined;
  const listed = [
    ...readList(data["tool_calls"], false, at.in("tool_calls")),
    ...readList(data["invalid_tool_calls"], true, at.in("invalid_tool_calls")),
  ];
  const { items, mark } = readContent(
    content,
    "assistant",
    { pool: new DraftPool(listed), owner: ownerOf(data) },
    contentAt,
  );
  const placed = items.filter(isDraft);
  const isAbsent = data["tool_calls"] === undefined;
  const { drafts, isTold } = mergeTwins(kwargs?.["tool_calls"], placed, listed, isAbsent, kwargsAt.in("tool_calls"));
  noteRanks([...placed, ...drafts]);
  const old =
    placed.length + drafts.length === 0
      ? readOldCall(kwargs?.["function_call"], kwargsAt.in("function_call"))
      : undefined;
  const finish = (draft: Draft): ToolCallPart => finishCall(draft, links);
  const reasoning = readKwargsReasoning(kwargs, kwargsAt);
  const refusal = readKwargsRefusal(kwargs, items.filter((item) => !isDraft(item)) as Part[]);
  const spoken = items.map((item) => (isDraft(item) ? finish(item) : item));
  const calls = [...drafts, ...(old === undefined ? [] : [old])].map(finish);
  const said = [...reasoning.parts, ...spoken, ...refusal, ...calls, ...readStrays(data["invalid_tool_calls"])];
  const { parts, taken: maps } = readCallMaps(kwargs, said, kwargsAt);
  const taken = [
    ...reasoning.taken,
    ...(refusal.length > 0 ? ["refusal"] : []),
    ...(isTold ? ["tool_calls"] : []),
    ...(old === undefined ? [] : ["function_call"]),
    ...maps,
  ];
  return {
    parts,
    ...(mark !== undefined && { mark }),
    kwargs: readKwargs(kwargs, taken, at),
  };
}

function finishCall({ id, name, input, inputText, noted, kept }: Draft, links: Links): ToolCallPart {
  return {
    type: "tool-call",
    toolCallId: id ?? links.makeId(),
    toolName: name,
    input,
    ...(inputText !== undefined && { inputText }),
    ...(Object.keys(kept).length > 0 && { providerMetadata: { [PROVIDER]: kept } }),
    ...toSource(FORMAT, id === undefined ? { ...noted, generated: true } : noted),
  };
}

/** Reads the old form of a call, which has no id. */
function readOldCall(value: unknown, at: Place): Draft | undefined {
  if (!isPlainObject(value) || Object.keys(value).length !== 2 || at.object(value) === undefined) return undefined;
  const { name, arguments: text } = value;
  if (typeof name !== "string" || name === "" || typeof text !== "string") return undefined;
  const draft = readAlone(undefined, name, text, true);
  const isNameLast = Object.keys(value)[1] === "name";
  draft.noted = { ...draft.noted, old: true, ...(isNameLast && { keys: ["arguments", "name"] }) };
  return draft;
}

/** Reasoning that stands beside the content: an item of OpenAI's, or a text of other servers. */
function readKwargsReasoning(kwargs: PlainObject | undefined, at: Place): { parts: Part[]; taken: string[] } {
  const parts: Part[] = [];
  const taken: string[] = [];
  const item = readReasoningItem(kwargs?.["reasoning"], at.in("reasoning"));
  if (item !== undefined) {
    parts.push(item);
    taken.push("reasoning");
  }
  const text = kwargs?.["reasoning_content"];
  if (typeof text === "string" && text !== "") {
    parts.push({ type: "reasoning", text, ...toSource(FORMAT, { kind: "kwargs-text" }) });
    taken.push("reasoning_content");
  }
  return { parts, taken };
}

/** A refusal that stands beside the content, where none stands in it. */
function readKwargsRefusal(kwargs: PlainObject | undefined, items: readonly Part[]): Part[] {
  const text = kwargs?.["refusal"];
  if (typeof text !== "string" || text === "" || items.some(({ type }) => type === "refusal")) return [];
  return [{ type: "refusal", text, ...toSource(FORMAT, { kind: "kwargs" }) }];
}

/** Sorts the keys of `additional_kwargs`, where the entry tells some of them. */
export function readKwargs(kwargs: PlainObject | undefined, taken: readonly string[], at: Place): Partial<SortedKeys> {
  return kwargs === undefined || taken.length === 0 ? {} : sortKeys(kwargs, [], taken, at.in("additional_kwargs"));
}
