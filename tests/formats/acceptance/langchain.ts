import { mapStoredMessagesToChatMessages, type StoredMessage } from "@langchain/core/messages";
import { copyOf } from "../../support/copy.js";
import { checkStrings } from "./strings.js";

type Message = Readonly<Record<string, unknown>>;

/** What the library's own reader knows. */
const TYPES = ["human", "ai", "system", "tool", "function", "generic"];
/** Words for types that only flat messages may have. */
const WORDS: Readonly<Record<string, string>> = {
  user: "human",
  assistant: "ai",
  developer: "system",
  chat: "generic",
};

/** The type that a class, or the word that another reader takes, means. */
function typeOf(name: string): string {
  const word = /^(\w+?)Message(?:Chunk)?$/.exec(name)?.[1]?.toLowerCase() ?? name;
  return WORDS[word] ?? word;
}

/**
 * The rules of LangChain: what its own reader, `mapStoredMessagesToChatMessages`, would refuse.
 *
 * Serialized constructors and flat messages are looked at as if they were stored, since they hold the same data. A `remove`
 * message and types that nobody knows are written but not read by the library, so they are no fault.
 *
 * @returns the faults in the order of the list
 */
export function langchainFaults(messages: readonly object[]): string[] {
  const faults: string[] = [];
  messages.forEach((message, index) => {
    const tell = (fault: string): void => void faults.push(`message ${index}: ${fault}`);
    checkStrings(message, tell);
    const stored = toStored(message as Message, tell);
    if (stored === undefined) return;
    try {
      checkRead(stored, read(stored), tell);
    } catch (error) {
      tell(String(error));
    }
  });
  return faults;
}

function toStored(message: Message, tell: (fault: string) => void): StoredMessage | undefined {
  const { type, data, kwargs, id } = message;
  if (message["lc"] === 1) {
    const name = Array.isArray(id) ? String(id.at(-1)) : "";
    if (name === "RemoveMessage") return undefined;
    if (typeOf(name) === name) tell("class");
    return { type: typeOf(name), data: copyOf(kwargs) } as StoredMessage;
  }
  if (typeof type !== "string" || type === "") {
    tell("type");
    return undefined;
  }
  const isFlat = data === undefined;
  if (!isFlat && typeOf(type) !== type) tell(`unread type ${type}`);
  if (!TYPES.includes(typeOf(type))) return undefined;
  const isOlder = isFlat && typeof message["text"] === "string" && message["content"] === undefined;
  if (isOlder) return copyOf({ ...message, type: typeOf(type) }) as unknown as StoredMessage;
  return { type: typeOf(type), data: copyOf(isFlat ? message : data) } as StoredMessage;
}

function read(stored: StoredMessage): Message {
  const { warn } = console;
  // The library tells of old packages where calls stand in additional_kwargs alone.
  console.warn = () => {};
  try {
    return mapStoredMessagesToChatMessages([stored])[0] as unknown as Message;
  } finally {
    console.warn = warn;
  }
}

/** What was read says what the data says. */
function checkRead({ type, data }: StoredMessage, live: Message, tell: (fault: string) => void): void {
  if (live["type"] !== type) tell(`type ${String(live["type"])}`);
  const { tool_call_id: id } = (data ?? {}) as Partial<StoredMessage["data"]>;
  if (type === "tool" && live["tool_call_id"] !== id) tell("tool_call_id");
  for (const key of ["tool_calls", "invalid_tool_calls"]) {
    const calls = live[key];
    if (type !== "ai" || calls === undefined) continue;
    const isList = Array.isArray(calls) && calls.every((call) => typeof call === "object" && call !== null);
    if (!isList) tell(key);
  }
}
