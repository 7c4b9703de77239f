type Message = Readonly<Record<string, unknown>>;

const ROLES = ["system", "developer", "user", "assistant", "tool", "function"];
const KINDS: Readonly<Record<string, readonly string[]>> = {
  system: ["text"],
  developer: ["text"],
  user: ["text", "image_url", "input_audio", "file"],
  assistant: ["text", "refusal"],
  tool: ["text"],
};
const KNOWN_KINDS = ["text", "image_url", "input_audio", "file", "refusal"];
const PARTICIPANT = /^[^\s<|\\/>]{1,64}$/;
const FUNCTION_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * The rules of the Chat Completions endpoint that are certain or reported, checked message by message as it does.
 *
 * Calls that nothing but results of their own step follows wait for their results and are no fault. Kinds of parts, calls
 * and roles that are not known here pass: the provider may be newer.
 *
 * @returns what the endpoint would refuse, in the order of the list
 */
export function chatFaults(messages: readonly object[]): string[] {
  const faults: string[] = [];
  const list = messages as readonly Message[];
  list.forEach((message, index) => {
    const tell = (fault: string): void => void faults.push(`message ${index} (${String(message["role"])}): ${fault}`);
    checkMessage(message, tell);
    checkStrings(message, tell);
  });
  checkPairs(list, faults);
  return faults;
}

type Tell = (fault: string) => void;

function checkMessage(message: Message, tell: Tell): void {
  const { role, content, name } = message;
  if (typeof role !== "string" || role === "") return tell("role is no string");
  if (name !== undefined && name !== null && role !== "tool" && (typeof name !== "string" || !isName(role, name)))
    tell("name");
  if (role === "function" && typeof name !== "string") tell("name missing");
  const calls = role === "assistant" ? message["tool_calls"] : undefined;
  const says = [message["tool_calls"], message["function_call"], message["audio"], message["refusal"]];
  const isOptional =
    role === "function" || (!isSpeaker(role) && says.some((value) => value !== undefined && value !== null));
  if (content === undefined || content === null) {
    if (!isOptional || (role === "function" && content === undefined)) tell("content missing");
  } else if (Array.isArray(content)) {
    // Lists of compatible servers have an empty one beside calls.
    if (content.length === 0 && !isOptional) tell("content empty");
    if (role === "function") tell("content is a list");
    content.forEach((part, index) => checkPart(part as Message, role, (fault) => tell(`content[${index}]: ${fault}`)));
  } else if (typeof content !== "string") {
    tell("content is no text");
  }
  if (Array.isArray(calls)) checkCalls(calls as Message[], tell);
  else if (calls !== undefined && calls !== null) tell("tool_calls is no list");
  const old = message["function_call"] as Message | null | undefined;
  if (role === "assistant" && old !== undefined && old !== null) checkFunction(old, "arguments", tell);
  if (role === "tool" && (typeof message["tool_call_id"] !== "string" || message["tool_call_id"] === ""))
    tell("tool_call_id");
}

function isSpeaker(role: string): boolean {
  return role !== "assistant" && ROLES.includes(role);
}

function isName(role: string, name: string): boolean {
  return (role === "function" ? FUNCTION_NAME : PARTICIPANT).test(name);
}

function checkPart(part: Message, role: string, tell: Tell): void {
  const { type } = part;
  if (typeof type !== "string") return tell("type");
  const kinds = KINDS[role];
  if (kinds !== undefined && KNOWN_KINDS.includes(type) && !kinds.includes(type)) tell(`${type} in this role`);
  const inner = (typeof part[type] === "object" && part[type] !== null ? part[type] : {}) as Message;
  if (type === "text" && typeof part["text"] !== "string") tell("text");
  if (type === "refusal" && typeof part["refusal"] !== "string") tell("refusal");
  if (type === "image_url" && typeof inner["url"] !== "string") tell("url");
  if (type === "input_audio" && (typeof inner["data"] !== "string" || typeof inner["format"] !== "string"))
    tell("audio");
  if (type === "file" && typeof inner["file_data"] === "string" && !inner["filename"]) tell("filename");
}

function checkCalls(calls: readonly Message[], tell: Tell): void {
  if (calls.length === 0) tell("tool_calls empty");
  const ids = new Set<unknown>();
  calls.forEach((call, index) => {
    const tellCall: Tell = (fault) => tell(`tool_calls[${index}]: ${fault}`);
    const { id, type } = call;
    if (typeof type !== "string" || type === "") return tellCall("type");
    if (type === "function" || type === "custom") {
      if (typeof id !== "string" || id === "" || id.length > 64) tellCall("id");
      if (ids.has(id)) tellCall("id used twice");
      ids.add(id);
      checkFunction((call[type] ?? {}) as Message, type === "custom" ? "input" : "arguments", tellCall);
    }
  });
}

function checkFunction(call: Message, key: string, tell: Tell): void {
  if (typeof call["name"] !== "string" || !FUNCTION_NAME.test(call["name"])) tell("function name");
  if (typeof call[key] !== "string") tell(`${key} is no text`);
}

function checkPairs(list: readonly Message[], faults: string[]): void {
  let asked = new Set<unknown>();
  let waiting = new Set<unknown>();
  let answered = new Set<unknown>();
  const close = (index: number): void => {
    if (waiting.size > 0) faults.push(`message ${index}: ${waiting.size} calls before it are not answered`);
    asked = new Set();
    waiting = new Set();
    answered = new Set();
  };
  list.forEach((message, index) => {
    if (message["role"] !== "tool") {
      close(index);
      const isModel = message["role"] === "assistant" || !ROLES.includes(message["role"] as string);
      if (isModel && Array.isArray(message["tool_calls"])) {
        const calls = message["tool_calls"] as Message[];
        const known = calls.filter(({ type }) => type === "function" || type === "custom");
        asked = new Set(calls.map(({ id }) => id));
        waiting = new Set(known.map(({ id }) => id));
      }
      return;
    }
    const id = message["tool_call_id"];
    if (answered.has(id)) faults.push(`message ${index}: second result of a call`);
    else if (!asked.has(id)) faults.push(`message ${index}: result without a call directly before its run`);
    waiting.delete(id);
    answered.add(id);
  });
}

/** No half of a surrogate pair may be anywhere. */
function checkStrings(value: unknown, tell: Tell): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) tell("lone surrogate");
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      checkStrings(key, tell);
      checkStrings(inner, tell);
    }
  } else if (typeof value !== "number" && typeof value !== "boolean" && value !== null && value !== undefined) {
    tell(`a ${typeof value}`);
  }
}
