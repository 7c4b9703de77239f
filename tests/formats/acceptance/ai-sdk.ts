import { modelMessageSchema as schemaOf6 } from "ai";
import { modelMessageSchema as schemaOf5 } from "ai-v5";
import { checkStrings } from "./strings.js";

type Message = Readonly<Record<string, unknown>>;

const PARTS = ["text", "image", "file", "reasoning", "tool-call", "tool-result"];
const APPROVALS = ["tool-approval-request", "tool-approval-response"];
const OUTPUTS = ["text", "json", "error-text", "error-json", "execution-denied", "content"];
const ITEMS = [
  "text",
  "media",
  "file-data",
  "file-url",
  "file-id",
  "image-data",
  "image-url",
  "image-file-id",
  "custom",
];

/**
 * The rules of the AI SDK: the schema that it ships, and the pairs that it checks before it sends a list.
 *
 * For version 6 what only later versions know is left out of what the schema sees. Calls that nothing but results of their
 * own step and approvals follow wait for their results and are no fault.
 *
 * @returns what the SDK would refuse, in the order of the list
 */
export function modelMessageFaults(messages: readonly object[], version: 5 | 6 = 6): string[] {
  const faults: string[] = [];
  const list = messages as readonly Message[];
  list.forEach((message, index) => {
    const tell = (fault: string): void => void faults.push(`message ${index} (${String(message["role"])}): ${fault}`);
    if (typeof message["role"] !== "string" || message["role"] === "" || message["role"] === "developer") tell("role");
    if (["system", "user", "assistant", "tool"].includes(message["role"] as string)) {
      const { error } = (version === 5 ? schemaOf5 : schemaOf6).safeParse(version === 5 ? message : reduce(message));
      if (error !== undefined) tell(`schema: ${JSON.stringify(message).slice(0, 600)}`);
    }
    for (const part of partsOf(message)) {
      if (part["type"] === "tool-call" && !Object.hasOwn(part, "input")) tell("call without input");
    }
    checkStrings(message, tell);
  });
  checkPairs(list, faults);
  return faults;
}

function partsOf(message: Message): readonly Message[] {
  return Array.isArray(message["content"]) ? (message["content"] as Message[]) : [];
}

/** The message less what version 6 does not know and a later one does. */
function reduce(message: Message): Message {
  if (!Array.isArray(message["content"])) return message;
  const known = partsOf(message).filter((part) => [...PARTS, ...APPROVALS].includes(part["type"] as string));
  const content = known.filter((part) => !isTagged(part["data"]) && !isTagged(part["image"])).map(reduceResult);
  return { ...message, content };
}

function isTagged(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function reduceResult(part: Message): Message {
  const output = part["output"] as Message | undefined;
  if (part["type"] !== "tool-result" || typeof output?.["type"] !== "string") return part;
  if (!OUTPUTS.includes(output["type"])) return { ...part, output: { type: "text", value: "" } };
  if (output["type"] !== "content" || !Array.isArray(output["value"])) return part;
  const value = (output["value"] as Message[]).filter((item) => ITEMS.includes(item["type"] as string));
  return { ...part, output: { ...output, value } };
}

function checkPairs(list: readonly Message[], faults: string[]): void {
  const waiting = new Map<unknown, number>();
  list.forEach((message, index) => {
    for (const part of partsOf(message)) {
      if (message["role"] === "assistant" && part["type"] === "tool-call" && part["providerExecuted"] !== true)
        waiting.set(part["toolCallId"], index);
      if (message["role"] === "tool" && part["type"] === "tool-result") waiting.delete(part["toolCallId"]);
    }
    if (message["role"] !== "user" && message["role"] !== "system") return;
    if (waiting.size > 0) faults.push(`message ${index}: ${waiting.size} calls before it are not answered`);
    waiting.clear();
  });
  const step = list.findLastIndex(({ role }) => role !== "tool");
  for (const index of waiting.values()) if (index !== step) faults.push(`message ${index}: a call is not answered`);
}
