type Message = Readonly<Record<string, unknown>>;
type Tell = (fault: string) => void;

const KINDS: Readonly<Record<string, readonly string[]>> = {
  user: ["text", "image", "document", "video", "audio", "toolResult", "guardContent", "cachePoint", "searchResult"],
  assistant: ["text", "toolUse", "toolResult", "reasoningContent", "cachePoint", "citationsContent"],
  system: ["text", "guardContent", "cachePoint"],
  result: ["text", "json", "image", "document", "video", "searchResult"],
};
const KNOWN_KINDS = new Set(Object.values(KINDS).flat());
const ID = /^[a-zA-Z0-9_.:-]{1,64}$/;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const DOCUMENT_NAME = /^[A-Za-z0-9\-()[\]]+(?:\s[A-Za-z0-9\-()[\]]+)*$/;

/**
 * The rules of the Converse API that are certain or reported, checked message by message as it does.
 *
 * Calls that nothing but results of their own step follows wait for their results and are no fault. Kinds of blocks and
 * roles that are not known here pass: the service may be newer.
 *
 * @returns what the service would refuse, in the order of the list
 */
export function bedrockFaults({ system, messages }: { system?: unknown; messages: readonly object[] }): string[] {
  const faults: string[] = [];
  const list = messages as readonly Message[];
  if (system !== undefined) {
    const tell: Tell = (fault) => void faults.push(`system: ${fault}`);
    if (!Array.isArray(system)) tell("no list");
    else for (const block of system as Message[]) checkBlock(block, "system", tell);
    checkStrings(system, tell);
  }
  list.forEach((message, index) => {
    const { role, content } = message;
    const tell: Tell = (fault) => void faults.push(`message ${index} (${String(role)}): ${fault}`);
    if (typeof role !== "string" || role === "") return tell("role");
    if (index === 0 && role === "assistant") tell("first message from the model");
    if (list[index - 1]?.["role"] === role && (role === "user" || role === "assistant"))
      tell("roles do not take turns");
    if (!Array.isArray(content) || content.length === 0) return tell("content");
    content.forEach((block, place) =>
      checkBlock(block as Message, role === "system" ? "stranger" : role, (fault) =>
        tell(`content[${place}]: ${fault}`),
      ),
    );
    if (role === "user") checkFiles(content as Message[], tell);
    checkStrings(message, tell);
    checkPairs(list, index, tell);
  });
  checkDocuments(list, faults);
  return faults;
}

function memberOf(block: Message): string | undefined {
  return Object.keys(block).find((key) => block[key] !== undefined && (block[key] !== null || key === "json"));
}

function checkBlock(block: Message, holder: string, tell: Tell): void {
  const members = Object.keys(block).filter((key) => block[key] !== undefined);
  const member = memberOf(block);
  if (members.length !== 1 || member === undefined) return tell("not one member");
  const kinds = KINDS[holder];
  if (kinds === undefined) return;
  if (KNOWN_KINDS.has(member) && !kinds.includes(member)) tell(`${member} in this role`);
  const value = block[member] as Message;
  if (member === "text" && (typeof block["text"] !== "string" || block["text"].trim() === "")) tell("text blank");
  if (member === "json" && (!isObject(value) || holdsType(value))) tell("json");
  if (member === "reasoningContent") checkReasoning(value, tell);
  if (member === "document" && !isName(value["name"])) tell("document name");
  if (member === "image" || member === "document" || member === "video" || member === "audio") checkSource(value, tell);
  if (member === "toolUse") {
    if (!isId(value["toolUseId"])) tell("id");
    if (typeof value["name"] !== "string" || !TOOL_NAME.test(value["name"])) tell("tool name");
    if (!isObject(value["input"])) tell("input");
  }
  if (member === "toolResult" && holder === "user") checkResult(value, tell);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): boolean {
  return typeof value === "string" && ID.test(value);
}

function isName(value: unknown): boolean {
  return typeof value === "string" && DOCUMENT_NAME.test(value);
}

function holdsType(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "__type") || Object.values(value).some(holdsType);
}

function checkReasoning(value: Message, tell: Tell): void {
  const text = value["reasoningText"] as Message | undefined;
  if (text !== undefined && (typeof text["text"] !== "string" || !text["signature"]))
    tell("reasoning without signature");
  if (text === undefined && value["redactedContent"] === undefined) tell("reasoning");
}

function checkSource({ source }: Message, tell: Tell): void {
  if (!isObject(source) || Object.keys(source as object).length !== 1) tell("source");
}

function checkResult(value: Message, tell: Tell): void {
  const { content, status } = value;
  if (!isId(value["toolUseId"])) tell("id");
  if (status !== undefined && status !== "success" && status !== "error") tell("status");
  if (!Array.isArray(content)) return tell("content of a result");
  if (status === "error" && content.length === 0) tell("failed result without content");
  for (const inner of content as Message[]) checkBlock(inner, "result", (fault) => tell(`result: ${fault}`));
}

/** Messages can't contain duplicate document names, and no more than five documents: BerriAI/litellm#29418. */
function checkDocuments(list: readonly Message[], faults: string[]): void {
  const blocks = list.flatMap(({ role, content }) => (role === "user" && Array.isArray(content) ? content : []));
  if (blocks.filter((block: Message) => memberOf(block) === "document").length > 5)
    faults.push("more than 5 documents");
  const inner = blocks.flatMap(({ toolResult }: Message) => {
    const content = (toolResult as Message | undefined)?.["content"];
    return Array.isArray(content) ? content : [];
  });
  const names = [...blocks, ...inner].flatMap((block: Message) => {
    const name = (block["document"] as Message | undefined)?.["name"];
    return typeof name === "string" ? [name.toLowerCase()] : [];
  });
  if (new Set(names).size < names.length) faults.push("two documents of one name");
}

function checkFiles(content: readonly Message[], tell: Tell): void {
  const kinds = content.map(memberOf);
  if (kinds.filter((kind) => kind === "image").length > 20) tell("more than 20 images");
  if (kinds.includes("document") && !kinds.includes("text")) tell("document without text");
  if (kinds.every((kind) => kind === "cachePoint")) tell("nothing but a cache mark");
}

function idsOf(message: Message | undefined, member: string): unknown[] {
  const content = message?.["content"];
  const blocks = Array.isArray(content) ? (content as Message[]) : [];
  return blocks.flatMap((block) => {
    const value = block[member] as Message | undefined;
    return value === undefined || value["type"] === "server_tool_use" ? [] : [value["toolUseId"]];
  });
}

function checkPairs(list: readonly Message[], index: number, tell: Tell): void {
  const message = list[index]!;
  const next = list[index + 1];
  const before = list[index - 1];
  if (message["role"] === "assistant") {
    const calls = idsOf(message, "toolUse");
    if (new Set(calls).size < calls.length) tell("ids used twice");
    const answers = next?.["role"] === "user" ? idsOf(next, "toolResult") : [];
    const others = Array.isArray(next?.["content"]) ? next["content"].length - answers.length : 0;
    const isPending = next === undefined || (index + 2 >= list.length && others === 0);
    if (!isPending && calls.some((id) => !answers.includes(id)))
      tell("calls that are not answered in the next message");
  } else if (message["role"] === "user") {
    const calls = before?.["role"] === "assistant" ? idsOf(before, "toolUse") : [];
    const answers = idsOf(message, "toolResult");
    if (answers.some((id) => !calls.includes(id))) tell("result without its call in the message before");
    if (new Set(answers).size < answers.length) tell("two results of a call");
  }
}

/** No half of a surrogate pair may be anywhere. */
function checkStrings(value: unknown, tell: Tell): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) tell("lone surrogate");
  } else if (value instanceof Uint8Array) return;
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      checkStrings(key, tell);
      checkStrings(inner, tell);
    }
  } else if (typeof value !== "number" && typeof value !== "boolean" && value !== null && value !== undefined) {
    tell(`a ${typeof value}`);
  }
}
