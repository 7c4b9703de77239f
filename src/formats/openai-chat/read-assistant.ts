import type { EntryInput, Part, TextPart } from "../../index.js";
import { sortKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { FORMAT, KEYS } from "./form.js";
import type { Links } from "./links.js";
import { readCalls, readOldCall } from "./read-calls.js";
import { describeForm, markOf, readContent, readName, withForm } from "./read-content.js";

export function readAssistant(
  message: PlainObject,
  noted: { readonly role: string },
  links: Links,
  at: Place,
): EntryInput {
  const taken = ["role", "content"];
  const { reasoning, keys: reasoningKeys } = readReasoning(message);
  const name = readName(message, at);
  taken.push(...reasoningKeys, ...Object.keys(name));
  const content = readContent(message, "assistant", at);
  const behind: Part[] = [];
  if (typeof message["refusal"] === "string" && message["refusal"] !== "") {
    behind.push({ type: "refusal", text: message["refusal"] });
    taken.push("refusal");
  } else if (message["refusal"] !== undefined && message["refusal"] !== null && message["refusal"] !== "") {
    at.in("refusal").expected("a string", message["refusal"]);
  }
  if (message["audio"] !== undefined && message["audio"] !== null) {
    behind.push(...readSpoken(message["audio"], at.in("audio")));
    taken.push("audio");
  }
  if (message["tool_calls"] !== undefined && message["tool_calls"] !== null) {
    const calls = readCalls(message["tool_calls"], links, at.in("tool_calls"));
    behind.push(...calls);
    if (calls.length > 0) taken.push("tool_calls");
  }
  if (message["function_call"] !== undefined && message["function_call"] !== null) {
    const call = readOldCall(message["function_call"], links, at.in("function_call"));
    if (call !== undefined) behind.push(call);
    taken.push("function_call");
  }
  // An empty text beside something else says nothing, and other providers refuse it.
  const isBlank = behind.length > 0 && message["content"] === "";
  const mark = isBlank ? "text" : content.mark === "null" ? undefined : content.mark;
  const keys = sortKeys(message, KEYS.speaker, taken, at);
  return {
    role: "assistant",
    content: [...reasoning, ...(isBlank ? [] : content.parts), ...behind],
    ...name,
    ...describeForm({ ...(noted.role !== "assistant" && noted), ...markOf(mark) }, keys),
  };
}

/** What compatible servers tell of the model's thoughts. Some write the same text under both keys. */
function readReasoning(message: PlainObject): {
  readonly reasoning: readonly Part[];
  readonly keys: readonly string[];
} {
  const keys = ["reasoning_content", "reasoning"].filter(
    (key) => typeof message[key] === "string" && message[key] !== "",
  );
  const isOne = keys.length === 2 && message["reasoning_content"] === message["reasoning"];
  const reasoning = (isOne ? [keys] : keys.map((key) => [key])).map((under): Part => ({
    type: "reasoning",
    text: message[under[0]!] as string,
    ...toSource(FORMAT, { under }),
  }));
  return { reasoning, keys };
}

/** An answer that was spoken: what it says as text, and the id under which the provider keeps the sound. */
function readSpoken(value: unknown, at: Place): Part[] {
  const audio = at.object(value);
  if (audio === undefined) return [];
  const id = at.in("id").text(audio["id"], true);
  const { transcript } = audio;
  const said: TextPart[] =
    typeof transcript === "string" && transcript !== ""
      ? [{ type: "text", text: transcript, ...withForm({ place: "audio" }, {}, undefined) }]
      : [];
  const { form, kept } = sortKeys(audio, KEYS.spoken, said.length > 0 ? ["id", "transcript"] : ["id"], at);
  if (id === undefined) return [];
  const noted = { place: "audio" as const, ...(form.keys !== undefined && { inner: form }) };
  return [
    ...said,
    { type: "file", data: { fileId: id }, ...withForm(noted, {}, kept === undefined ? {} : { audio: kept }) },
  ];
}
