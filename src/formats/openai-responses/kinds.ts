import { isPlainObject, type PlainObject } from "../shared/plain.js";

/** A kind of call that the program answers, and the item that answers it. */
export interface CallKind {
  /** The key of the call that holds its input. */
  readonly input: string;
  /** The type of the item that answers it. */
  readonly output: string;
  /** The key of that item that holds the result. */
  readonly result: string;
  /** Whether a value may stand there. Absent where text and parts may. */
  readonly takes?: (result: unknown) => boolean;
}

const isOptionalText = (value: unknown): boolean => value === undefined || value === null || typeof value === "string";

export const CALLS: Readonly<Record<string, CallKind>> = {
  function_call: { input: "arguments", output: "function_call_output", result: "output" },
  custom_tool_call: { input: "input", output: "custom_tool_call_output", result: "output" },
  // Clients answer it as a function call, or with an item of its own.
  local_shell_call: { input: "action", output: "function_call_output", result: "output" },
  computer_call: { input: "action", output: "computer_call_output", result: "output", takes: isPlainObject },
  shell_call: { input: "action", output: "shell_call_output", result: "output", takes: Array.isArray },
  apply_patch_call: {
    input: "operation",
    output: "apply_patch_call_output",
    result: "output",
    takes: isOptionalText,
  },
  tool_search_call: { input: "arguments", output: "tool_search_output", result: "tools", takes: Array.isArray },
  program: { input: "code", output: "program_output", result: "result", takes: (value) => typeof value === "string" },
};

/** The type of the item that answers a kind of call. */
export function outputOf(kind: string): string {
  return CALLS[kind]?.output ?? "function_call_output";
}

/** What answers a local shell call, too. SDKs before September 2026 know it without `call_id`, so that nothing tells its call. */
export const LOCAL_SHELL_OUTPUT = "local_shell_call_output";

/** The kinds of output, and the key that holds their result. */
const OUTPUTS: ReadonlyMap<string, string> = new Map([
  ...Object.values(CALLS).map(({ output, result }) => [output, result] as const),
  [LOCAL_SHELL_OUTPUT, "output"],
]);

/** Whether an output holds text and parts. */
export function isOpenOutput(type: string): boolean {
  return type === "function_call_output" || type === "custom_tool_call_output";
}

/** The key of an output that holds its result. */
export function resultKey(type: string): string {
  return OUTPUTS.get(type) ?? "output";
}

/** What an item is to a reader. */
export type ItemKind = "message" | "reasoning" | "call" | "output" | "other";

/** The roles of messages that are no part of the model's answer. */
export const SPEAKERS: readonly unknown[] = ["user", "system", "developer"];

/** Tells what an item is; nothing for what is no item. */
export function kindOf(item: PlainObject): ItemKind | undefined {
  const { type } = item;
  if (type === undefined || type === null) {
    if (item["role"] !== undefined) return isHollow(item) ? "other" : "message";
    return Object.keys(item).every((key) => key === "id" || key === "type") && isText(item["id"]) ? "other" : undefined;
  }
  if (!isText(type)) return undefined;
  if (type === "message") return isHollow(item) ? "other" : "message";
  if (type === "reasoning") return "reasoning";
  const isPaired = isText(item["call_id"]);
  if (Object.hasOwn(CALLS, type)) {
    return isPaired || type === "function_call" || type === "custom_tool_call" ? "call" : "other";
  }
  if (OUTPUTS.has(type)) return isPaired || isOpenOutput(type) ? "output" : "other";
  return "other";
}

/** Whether an item refers to another that the provider stores. */
export function isReference(item: PlainObject): boolean {
  const { type } = item;
  return type === "item_reference" || ((type === undefined || type === null) && item["role"] === undefined);
}

/** An answer that says nothing, and of which no part could tell. */
function isHollow(item: PlainObject): boolean {
  return item["role"] === "assistant" && Array.isArray(item["content"]) && item["content"].length === 0;
}

/** Whether a value is text that says something. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

const PREFIXES: Readonly<Record<string, string>> = { message: "msg", function_call: "fc", reasoning: "rs" };

/** The types of items that the endpoint is known to take, beside calls and outputs. */
const TYPES: ReadonlySet<unknown> = new Set([
  "message",
  "reasoning",
  "item_reference",
  "compaction",
  "compaction_trigger",
  "additional_tools",
  "configuration_update",
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
  "mcp_call",
  "mcp_list_tools",
  "mcp_approval_request",
  "mcp_approval_response",
  ...Object.keys(CALLS),
  ...OUTPUTS.keys(),
]);

/** Whether an item of this type may have this id. What is not known may have any. */
export function takesItemId(type: unknown, id: string): boolean {
  if (!TYPES.has(type)) return true;
  const prefix = typeof type === "string" && Object.hasOwn(PREFIXES, type) ? PREFIXES[type]! : "";
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) && id.startsWith(prefix);
}
