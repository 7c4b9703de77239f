type Message = Readonly<Record<string, unknown>>;
type Tell = (fault: string) => void;

const KINDS: Readonly<Record<string, readonly string[]>> = {
  user: ["text", "image", "document", "search_result", "tool_result", "container_upload"],
  assistant: [
    "text",
    "thinking",
    "redacted_thinking",
    "tool_use",
    "server_tool_use",
    "mcp_tool_use",
    "web_search_tool_result",
    "web_fetch_tool_result",
    "code_execution_tool_result",
    "bash_code_execution_tool_result",
    "text_editor_code_execution_tool_result",
    "tool_search_tool_result",
    "mcp_tool_result",
    "container_upload",
    "compaction",
  ],
  system: ["text", "tool_addition", "tool_removal"],
  result: ["text", "image", "document", "search_result", "tool_reference"],
};
const KNOWN_KINDS = new Set(Object.values(KINDS).flat());
const ID = /^[a-zA-Z0-9_-]+$/;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * The rules of the Messages API that are certain or reported. Neighbours of one role are one turn, as they are to it.
 *
 * Calls that nothing but results of their own step follows wait for their results and are no fault. Kinds of blocks and
 * roles that are not known here pass: the provider may be newer. That a message ends on a thought is a fault at the end of
 * the list alone: recorded conversations that were accepted have such messages before others.
 *
 * @returns what the endpoint would refuse, in the order of the list
 */
export function anthropicFaults({ system, messages }: { system?: unknown; messages: readonly object[] }): string[] {
  const faults: string[] = [];
  const list = messages as readonly Message[];
  const tellSystem: Tell = (fault) => void faults.push(`system: ${fault}`);
  if (system !== undefined) checkSystem(system, tellSystem);
  list.forEach((message, index) => {
    const tell: Tell = (fault) => void faults.push(`message ${index} (${String(message["role"])}): ${fault}`);
    checkMessage(message, index === list.length - 1, tell);
    checkStrings(message, tell);
  });
  checkPlaces(list, faults);
  checkIds(list, faults);
  checkTurns(list, faults);
  const marks = countMarks(system) + countMarks(list.map(({ content }) => content));
  if (marks > 4) faults.push(`${marks} cache marks`);
  return faults;
}

function checkSystem(system: unknown, tell: Tell): void {
  if (typeof system === "string") {
    if (system.trim() === "") tell("blank");
  } else if (Array.isArray(system)) {
    for (const block of system as Message[]) {
      if (KNOWN_KINDS.has(String(block["type"])) && block["type"] !== "text") tell("block that is no text");
      checkBlock(block, "system", tell);
    }
  } else tell("neither text nor list");
  checkStrings(system, tell);
}

function isDirective(message: Message): boolean {
  return message["role"] === "system" && typeof message["output_config"] === "object";
}

function checkMessage(message: Message, isLast: boolean, tell: Tell): void {
  const { role, content } = message;
  if (typeof role !== "string" || role === "") return tell("role is no string");
  const mayBeEmpty = (isLast && role === "assistant") || isDirective(message);
  const last = Array.isArray(content) ? (content.at(-1) as Message | undefined) : undefined;
  const said = last?.["type"] === "text" ? last["text"] : content;
  if (typeof content === "string") {
    if (content.trim() === "" && !(mayBeEmpty && content === "")) tell("blank content");
  } else if (!Array.isArray(content)) tell("content is neither text nor list");
  else {
    if (content.length === 0 && !mayBeEmpty) tell("content empty");
    content.forEach((block, index) =>
      checkBlock(block as Message, role, (fault) => tell(`content[${index}]: ${fault}`)),
    );
    if (role === "assistant") checkCallsLast(content as Message[], tell);
  }
  if (!isLast || role !== "assistant") return;
  if (typeof said === "string" && said.trimEnd() !== said) tell("ends with whitespace");
  if (last?.["type"] === "thinking" || last?.["type"] === "redacted_thinking") tell("ends on a thought");
}

function checkCallsLast(content: readonly Message[], tell: Tell): void {
  const first = content.findIndex(({ type }) => type === "tool_use");
  if (first >= 0 && content.slice(first).some(({ type }) => type !== "tool_use")) tell("block behind a call");
}

function checkBlock(block: Message, holder: string, tell: Tell): void {
  const { type } = block;
  if (typeof type !== "string" || type === "") return tell("type");
  const kinds = KINDS[holder];
  if (kinds !== undefined && KNOWN_KINDS.has(type) && !kinds.includes(type)) tell(`${type} in this role`);
  if (kinds === undefined) return;
  if (type === "text" && !isVisible(block["text"])) tell("text blank");
  if (type === "thinking" && (typeof block["thinking"] !== "string" || !isSaid(block["signature"]))) tell("thinking");
  if (type === "redacted_thinking" && !isSaid(block["data"])) tell("redacted thinking");
  if (type === "tool_use") {
    const { input } = block;
    if (!isSaid(block["name"]) || !TOOL_NAME.test(block["name"] as string)) tell("tool name");
    if (typeof input !== "object" || input === null || Array.isArray(input)) tell("input is no object");
  }
  if (type === "image" || type === "document") checkSource(block["source"], tell);
  if (type === "tool_result") checkResult(block, tell);
}

function isSaid(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isVisible(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function checkSource(given: unknown, tell: Tell): void {
  if (typeof given !== "object" || given === null) return tell("source");
  const source = given as Message;
  const keys: Readonly<Record<string, readonly string[]>> = {
    base64: ["media_type", "data"],
    text: ["media_type", "data"],
    url: ["url"],
    file: ["file_id"],
  };
  const needed = keys[String(source["type"])] ?? [];
  if (needed.some((key) => typeof source[key] !== "string")) tell("source");
  if (source["type"] === "base64" && String(source["data"]).startsWith("data:")) tell("data URL as base64");
}

function checkResult(block: Message, tell: Tell): void {
  const { content, is_error: isError } = block;
  if (isError !== undefined && typeof isError !== "boolean") tell("is_error");
  if (content === undefined || typeof content === "string") return;
  if (!Array.isArray(content)) return tell("content of a result");
  for (const inner of content as Message[]) {
    checkBlock(inner, "result", (fault) => tell(`result: ${fault}`));
    if (isError === true && inner["type"] !== "text") tell("error with something else than text");
  }
}

/** Instructions in the list stand behind a user message or a server's result, and before an answer or at the end. */
function checkPlaces(list: readonly Message[], faults: string[]): void {
  list.forEach((message, index) => {
    if (message["role"] !== "system") return;
    const before = list.slice(0, index).findLast(({ role }) => role !== "system");
    const after = list.slice(index).find(({ role }) => role !== "system");
    const content = before?.["content"];
    const last = Array.isArray(content) ? (content.at(-1) as Message | undefined)?.["type"] : undefined;
    const isServerResult =
      before?.["role"] === "assistant" && typeof last === "string" && last.endsWith("_tool_result");
    if (before?.["role"] !== "user" && !isServerResult) faults.push(`message ${index}: system behind neither`);
    if (after !== undefined && after["role"] !== "assistant") faults.push(`message ${index}: system before no answer`);
  });
}

function blocksOf(message: Message): readonly Message[] {
  const { role, content } = message;
  return (role === "user" || role === "assistant") && Array.isArray(content) ? (content as Message[]) : [];
}

function checkIds(list: readonly Message[], faults: string[]): void {
  const ids = new Set<unknown>();
  const served = new Set<unknown>();
  list.forEach((message, index) => {
    for (const block of blocksOf(message)) {
      const { type, id, tool_use_id: of } = block;
      if (type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use") {
        if (typeof id !== "string" || !ID.test(id)) faults.push(`message ${index}: id`);
        if (ids.has(id)) faults.push(`message ${index}: id used twice`);
        ids.add(id);
        if (type !== "tool_use") served.add(id);
      } else if (typeof type === "string" && type.endsWith("_tool_result") && !served.has(of)) {
        faults.push(`message ${index}: result without its server call`);
      }
    }
  });
}

interface Turn {
  readonly role: unknown;
  readonly messages: Message[];
  readonly start: number;
}

function checkTurns(list: readonly Message[], faults: string[]): void {
  const turns: Turn[] = [];
  list.forEach((message, index) => {
    const turn = turns.at(-1);
    if (message["role"] === "system") return;
    if (turn !== undefined && turn.role === message["role"]) turn.messages.push(message);
    else turns.push({ role: message["role"], messages: [message], start: index });
  });
  turns.forEach((turn, place) => {
    const tell: Tell = (fault) => void faults.push(`message ${turn.start}: ${fault}`);
    if (turn.role === "assistant") return checkAnswered(turn, turns[place + 1], place + 2 >= turns.length, tell);
    if (turn.role !== "user") return undefined;
    return checkAnswers(turn, turns[place - 1], tell);
  });
}

function idsOf(turn: Turn | undefined, type: string, key: string): unknown[] {
  const blocks = turn?.messages.flatMap(blocksOf) ?? [];
  return blocks.filter((block) => block["type"] === type).map((block) => block[key]);
}

function checkAnswered(turn: Turn, next: Turn | undefined, isEnd: boolean, tell: Tell): void {
  const calls = idsOf(turn, "tool_use", "id");
  if (calls.length === 0) return;
  const first = turn.messages.findIndex((message) => blocksOf(message).some(({ type }) => type === "tool_use"));
  for (const message of turn.messages.slice(first + 1)) {
    if (typeof message["content"] === "string") tell("text behind a call");
    else if (blocksOf(message).some(({ type }) => type !== "tool_use")) tell("block behind a call of the turn");
  }
  const answers = next?.role === "user" ? idsOf(next, "tool_result", "tool_use_id") : [];
  const holdsOthers = next?.messages.flatMap(blocksOf).some(({ type }) => type !== "tool_result") === true;
  const isText = next?.messages.some(({ content }) => typeof content === "string") === true;
  const isPending = next === undefined || (isEnd && !holdsOthers && !isText);
  if (!isPending && calls.some((id) => !answers.includes(id))) tell("calls that are not answered in the next turn");
}

function checkAnswers(turn: Turn, before: Turn | undefined, tell: Tell): void {
  const calls = before?.role === "assistant" ? idsOf(before, "tool_use", "id") : [];
  const answers = idsOf(turn, "tool_result", "tool_use_id");
  if (answers.some((id) => !calls.includes(id))) tell("result without its call in the turn before");
  if (new Set(answers).size < answers.length) tell("two results of a call");
  const holders = turn.messages.filter((message) => blocksOf(message).some(({ type }) => type === "tool_result"));
  if (holders.length > 1) tell("results in two messages");
  let isBehind = false;
  for (const message of turn.messages) {
    if (typeof message["content"] === "string") isBehind = true;
    for (const { type } of blocksOf(message)) {
      if (type !== "tool_result") isBehind = true;
      else if (isBehind) tell("result behind another block");
    }
  }
}

function countMarks(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMarks(item), 0);
  const { type, content, cache_control: mark } = value as Message;
  const own = mark !== undefined && mark !== null ? 1 : 0;
  return own + (type === "tool_result" ? countMarks(content) : 0);
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
