// What can be tried of what a library promises: the same for all, on a conversation of one turn with a tool call in it.
import { AIMessage } from "@langchain/core/messages";
import { MemorySession } from "@openai/agents-core";
import { assistant, Transcript } from "colloquy";
import { Prompt } from "effect/ai";
import { Table } from "../table.mjs";
import { storedBy } from "./conversations.mjs";
import { load, titleOf } from "./libraries.mjs";

const names = ["colloquy", "ai-sdk-ui", "ai-sdk-model", "langchain", "openai-agents", "effect"];

/** Of those whose restored value is no list, the list. */
const listOf = {
  colloquy: (transcript) => transcript.entries(),
  "openai-agents": (state) => state.history,
  effect: (prompt) => prompt.content,
};

/** One call with this input, as a library restores it. Calls of the OpenAI Agents SDK hold text. */
const callWith = {
  colloquy: (input) => Transcript.from([assistant("", { toolCalls: [{ toolCallId: "c", toolName: "t", input }] })]),
  "ai-sdk-ui": (input) => [
    { id: "m", role: "assistant", parts: [{ type: "tool-t", toolCallId: "c", state: "input-available", input }] },
  ],
  "ai-sdk-model": (input) => [
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "c", toolName: "t", input }] },
  ],
  langchain: (args) => [new AIMessage({ content: "", tool_calls: [{ id: "c", name: "t", args }] })],
  effect: (params) =>
    Prompt.make([{ role: "assistant", content: [{ type: "tool-call", id: "c", name: "t", params }] }]),
};

const isFrozen = (value) =>
  typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen));

const hasDate = (value) =>
  value instanceof Date || (typeof value === "object" && value !== null && Object.values(value).some(hasDate));

/** What becomes of a text that has something of a later release in it. */
async function keeps({ library, write }, json) {
  try {
    return write(await library.restore(json)).includes("later") ? "kept" : "dropped";
  } catch {
    return "refused";
  }
}

const tries = {
  "restored messages are frozen": async ({ library, list, json }) =>
    isFrozen(list(await library.restore(json))) ? "yes" : "no",

  "the stored text has a version": ({ json }) =>
    Object.keys(JSON.parse(json)).some((key) => /version/i.test(key)) ? "yes" : "no",

  "a message with a number for its call id": async ({ library, json }) => {
    try {
      await library.restore(json.replace('"call_0"', "7"));
      return "taken";
    } catch {
      return "refused";
    }
  },

  "a key of a later release": (one) => keeps(one, one.json.replace(/"content":"|"parts":\[/, '"later":1,$&')),

  "a part of a later release": (one) => {
    // LangChain's conversation has no parts.
    const json = one.json.includes('text","text"')
      ? one.json
      : one.json.replace(/"content":"[^"]*"/, '"content":[{"type":"text","text":"Hello"}]');
    return keeps(one, json.replace(/"(output_)?text","text"/, '"later","text"'));
  },

  "a date in the input of a call": async ({ name, library, list, write }) => {
    if (!(name in callWith)) return "";
    const stored = write(callWith[name]({ at: new Date(0) }));
    if (hasDate(list(await library.restore(stored)))) return "a date";
    return stored.includes("1970") ? "its text" : "lost";
  },

  "the last two messages, of which one is a result": async ({ name, library, list, json }) => {
    const restored = await library.restore(json);
    let kept;
    if (library.keepLast !== undefined) kept = list(await library.keepLast(restored, 2));
    else if (name === "openai-agents") kept = await new MemorySession({ initialItems: list(restored) }).getItems(2);
    else return "";
    const { length } = JSON.stringify(kept).split('"call_0"');
    return length === 2 ? "result without its call" : "call and result together";
  },
};

/** The table of what was tried. */
export async function features() {
  const table = new Table(["tried", ...names.map(titleOf)]);
  const libraries = [];
  for (const name of names) {
    const library = await load(name);
    const { json } = await storedBy(name, 4);
    const list = listOf[name] ?? ((messages) => messages);
    libraries.push({ name, library, json, list, write: library.write ?? JSON.stringify });
  }
  for (const [feature, attempt] of Object.entries(tries)) {
    const cells = [];
    for (const library of libraries) cells.push(await attempt(library));
    table.row(feature, ...cells);
  }
  return table.toString();
}
