type Item = Readonly<Record<string, unknown>>;

const ROLES = ["user", "assistant", "system", "developer"];
const OTHER_ROLES = ["tool", "function", "model"];
const INPUT = ["input_text", "input_image", "input_file", "input_audio"];
const OUTPUT = ["output_text", "refusal"];
const KNOWN_PARTS = [...INPUT, ...OUTPUT, "text", "image_url", "file"];
const RESULT = ["input_text", "input_image", "input_file"];

/** Calls, and the type of the item that has to answer each. Others may stay without. */
const ANSWERED: Readonly<Record<string, string>> = {
  function_call: "function_call_output",
  custom_tool_call: "custom_tool_call_output",
  local_shell_call: "function_call_output",
  computer_call: "computer_call_output",
  shell_call: "shell_call_output",
  apply_patch_call: "apply_patch_call_output",
  tool_search_call: "tool_search_output",
  program: "program_output",
};
const OUTPUTS = Object.values(ANSWERED);

/**
 * The rules of the Responses endpoint that are certain or reported, checked item by item as it does.
 *
 * Calls of the last answer that nothing but outputs for it follow wait for their outputs and are no fault. Types of items
 * and parts that are not known here pass: the provider may be newer.
 *
 * @returns what the endpoint would refuse, in the order of the list
 */
export function responsesFaults(items: readonly object[]): string[] {
  const faults: string[] = [];
  const list = items as readonly Item[];
  list.forEach((item, index) => {
    const tell = (fault: string): void => void faults.push(`item ${index} (${String(typeOf(item))}): ${fault}`);
    checkItem(item, tell);
    checkStrings(item, tell);
  });
  checkIds(list, faults);
  checkPairs(list, faults);
  checkReasoning(list, faults);
  return faults;
}

type Tell = (fault: string) => void;

function typeOf(item: Item): unknown {
  if (item["type"] !== undefined && item["type"] !== null) return item["type"];
  return item["role"] === undefined ? "item_reference" : "message";
}

/** The type of output that an item counts as: a local shell call may be answered in two ways. */
function outputTypeOf(item: Item): unknown {
  const type = typeOf(item);
  return type === "local_shell_call_output" && isText(item["call_id"]) ? "function_call_output" : type;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function checkItem(item: Item, tell: Tell): void {
  const type = typeOf(item);
  if (!isText(type)) return tell("type");
  if (type === "message") checkMessage(item, tell);
  if (type === "item_reference" && !isText(item["id"])) tell("id missing");
  if (type === "reasoning") {
    if (!Array.isArray(item["summary"])) tell("summary is no list");
    const encrypted = item["encrypted_content"];
    if (encrypted !== undefined && encrypted !== null && typeof encrypted !== "string") tell("encrypted_content");
  }
  if (type === "function_call" || type === "custom_tool_call") {
    const key = type === "function_call" ? "arguments" : "input";
    if (!isText(item["name"]) || !/^[a-zA-Z0-9_-]{1,64}$/.test(item["name"])) tell("name");
    if (typeof item[key] !== "string") tell(`${key} is no text`);
  }
  const isPaired = type === "function_call" || type === "custom_tool_call" || isOpenOutput(type);
  if (isPaired && !isText(item["call_id"])) tell("call_id missing");
  if (isPaired && isText(item["call_id"]) && item["call_id"].length > 64) tell("call_id too long");
  if (isOpenOutput(type)) checkOutput(item["output"], tell);
}

function isOpenOutput(type: unknown): boolean {
  return type === "function_call_output" || type === "custom_tool_call_output";
}

function checkMessage({ role, content }: Item, tell: Tell): void {
  if (!isText(role) || OTHER_ROLES.includes(role)) return tell("role");
  if (typeof content === "string") return;
  if (!Array.isArray(content)) return tell("content is neither text nor a list");
  const kinds = role === "assistant" ? OUTPUT : INPUT;
  content.forEach((part: Item, index) => checkPart(part, ROLES.includes(role) ? kinds : KNOWN_PARTS, index, tell));
}

function checkOutput(output: unknown, tell: Tell): void {
  if (typeof output === "string") return;
  if (!Array.isArray(output)) return tell("output is neither text nor a list");
  output.forEach((part: Item, index) => checkPart(part, RESULT, index, tell));
}

function checkPart(part: Item, kinds: readonly string[], index: number, tell: Tell): void {
  const { type } = part;
  const tellPart: Tell = (fault) => tell(`part ${index} (${String(type)}): ${fault}`);
  if (!isText(type)) return tellPart("type");
  if (KNOWN_PARTS.includes(type) && !kinds.includes(type)) tellPart("has no place here");
  if (/^(in|out)put_text$/.test(type) && typeof part["text"] !== "string") tellPart("text");
  if (type === "refusal" && typeof part["refusal"] !== "string") tellPart("refusal");
  const has = (...keys: string[]): boolean => keys.some((key) => isText(part[key]));
  if (type === "input_image" && !has("image_url", "file_id")) tellPart("no image");
  if (type === "input_file" && !has("file_data", "file_url", "file_id")) tellPart("no file");
  for (const key of ["image_url", "file_id", "file_data", "file_url", "filename"]) {
    const value = part[key];
    if (INPUT.includes(type) && value !== undefined && value !== null && typeof value !== "string") tellPart(key);
  }
}

/** Types that a newer provider may have: nothing is known of their ids. */
const NEWER = /_later$/;

const PREFIXES: Readonly<Record<string, string>> = { message: "msg", function_call: "fc", reasoning: "rs" };

function checkIds(list: readonly Item[], faults: string[]): void {
  const seen = new Set<unknown>();
  list.forEach((item, index) => {
    const { id } = item;
    if (id === undefined || id === null) return;
    const type = typeOf(item);
    const prefix = PREFIXES[type as string] ?? "";
    if (NEWER.test(String(type))) return;
    if (typeof id !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(id) || !id.startsWith(prefix)) {
      faults.push(`item ${index} (${String(type)}): id`);
    } else if (seen.has(id)) faults.push(`item ${index}: id stands twice`);
    seen.add(id);
  });
}

/** The calls of the last answer, which may wait while nothing but outputs for them follows. */
function waitingFrom(list: readonly Item[]): number {
  let end = list.length;
  while (end > 0 && OUTPUTS.includes(outputTypeOf(list[end - 1]!) as string) && list[end - 1]!["call_id"] !== null)
    end -= 1;
  let start = end;
  while (start > 0 && isOfModel(list[start - 1]!)) start -= 1;
  const asked = new Set(list.slice(start, end).map((item) => item["call_id"]));
  return list.slice(end).every((item) => asked.has(item["call_id"])) ? start : list.length;
}

function isOfModel(item: Item): boolean {
  const type = outputTypeOf(item);
  if (OUTPUTS.includes(type as string)) return !isText(item["call_id"]);
  return type !== "message" || item["role"] === "assistant";
}

function checkPairs(list: readonly Item[], faults: string[]): void {
  const calls = new Map<string, { index: number; answered: boolean }>();
  const surely = new Set<string>();
  let hasReference = false;
  list.forEach((item, index) => {
    const type = outputTypeOf(item) as string;
    hasReference ||= type === "item_reference";
    const callId = item["call_id"];
    if (!isText(callId)) return;
    if (Object.hasOwn(ANSWERED, type)) {
      const key = `${ANSWERED[type]!} ${callId}`;
      if (calls.has(key)) faults.push(`item ${index}: call id stands twice`);
      calls.set(key, { index, answered: false });
    } else if (OUTPUTS.includes(type)) {
      const key = `${type} ${callId}`;
      const call = calls.get(key);
      if (call === undefined && !hasReference) faults.push(`item ${index}: output without an earlier call`);
      if (call?.answered === true || surely.has(key)) faults.push(`item ${index}: second output of a call`);
      if (call !== undefined) call.answered = true;
      surely.add(key);
    }
  });
  const waiting = waitingFrom(list);
  for (const { index, answered } of calls.values()) {
    if (!answered && index < waiting) faults.push(`item ${index}: call without a later output`);
  }
}

function checkReasoning(list: readonly Item[], faults: string[]): void {
  list.forEach((item, index) => {
    if (typeOf(item) !== "reasoning") return;
    const isEncrypted = isText(item["encrypted_content"]);
    let next = index + 1;
    while (next < list.length && typeOf(list[next]!) === "reasoning") next += 1;
    const follower = list[next];
    if (follower === undefined || !isOfModel(follower)) {
      if (!isEncrypted) faults.push(`item ${index}: reasoning without the item that it led to`);
    } else if (!isEncrypted && isText(item["id"]) && !isText(follower["id"])) {
      faults.push(`item ${index}: stored reasoning whose follower has no id`);
    }
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
