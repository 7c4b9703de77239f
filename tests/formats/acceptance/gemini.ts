import { checkStrings } from "./strings.js";

type Message = Readonly<Record<string, unknown>>;
type Tell = (fault: string) => void;

/** What a part may say: it says one thing. */
const MEMBERS = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
  "audioTranscription",
];
/** Roles of others, and of older lists. Ones that are not known here pass. */
const WRONG_ROLES: readonly unknown[] = ["function", "tool", "assistant", "system"];

/**
 * The rules of generateContent that are certain or reported, checked content by content as it does.
 *
 * Calls that nothing but responses of their own step follows wait for the rest and are no fault. Parts and roles that are not
 * known here pass: the provider may be newer. So does an empty text that is all that the user says: one was recorded.
 *
 * @returns what the provider would refuse, in the order of the list
 */
export function geminiFaults(request: { systemInstruction?: unknown; contents: readonly object[] }): string[] {
  const { systemInstruction, contents } = request;
  const faults: string[] = [];
  if (systemInstruction !== undefined) {
    checkInstructions(systemInstruction, (fault) => void faults.push(`systemInstruction: ${fault}`));
  }
  const list = contents as readonly Message[];
  list.forEach((content, index) => {
    const tell: Tell = (fault) => void faults.push(`content ${index} (${String(content["role"])}): ${fault}`);
    const role = content["role"] ?? undefined;
    if (role !== undefined && typeof role !== "string") return tell("role");
    if (WRONG_ROLES.includes(role)) return tell("role of another provider");
    const parts = partsOf(content);
    if (parts.length === 0) return tell("no parts");
    checkStrings(content, tell);
    if (roleOf(content) !== "user" && roleOf(content) !== "model") return;
    const isAlone = roleOf(content) === "user" && parts.length === 1;
    parts.forEach((part, place) =>
      checkPart(part, roleOf(content), isAlone, (fault) => tell(`parts[${place}]: ${fault}`)),
    );
    checkTurns(list, index, tell);
  });
  return faults;
}

function partsOf(content: Message | undefined): Message[] {
  const parts = content?.["parts"];
  return Array.isArray(parts) ? (parts as Message[]) : [];
}

/** Without a role it is the user's. */
function roleOf(content: Message): string {
  const { role } = content;
  return typeof role === "string" && role !== "" ? role : "user";
}

/** The value under a key in either spelling. */
function valueOf(object: Message, key: string): unknown {
  return object[key] ?? object[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] ?? undefined;
}

function isObject(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function checkInstructions(value: unknown, tell: Tell): void {
  if (Array.isArray(value)) {
    if (value.length === 0) tell("no parts");
    for (const item of value) checkInstructions(item, tell);
  } else if (typeof value === "string") {
    if (value === "") tell("empty");
  } else if (!isObject(value)) tell("no instructions");
  else if (!("parts" in value)) checkPart(value, "system", false, tell);
  else if (partsOf(value).length === 0) tell("no parts");
  else for (const part of partsOf(value)) checkPart(part, "system", false, tell);
  checkStrings(value, tell);
}

function checkPart(part: Message, role: string, isAlone: boolean, tell: Tell): void {
  if (!isObject(part)) return tell("no object");
  const members = MEMBERS.filter((member) => valueOf(part, member) !== undefined);
  const isUnknown = Object.keys(part).some(
    (key) => key !== "thought" && key !== "thoughtSignature" && part[key] != null,
  );
  const [member] = members;
  if (members.length > 1 || !isUnknown) return tell("not one member");
  const signature = valueOf(part, "thoughtSignature");
  if (signature !== undefined && typeof signature !== "string") tell("signature");
  if (part["thought"] != null && typeof part["thought"] !== "boolean") tell("thought");
  if (member === undefined) return;
  const value = valueOf(part, member);
  if (role === "system" && member !== "text") tell("instructions that are no text");
  if (member === "text" && typeof value !== "string") tell("text");
  if (value === "" && !signature && !isAlone) tell("empty text");
  if (member !== "text" && !isObject(value)) return tell(member);
  if (member === "inlineData" || member === "fileData") checkFile(member, value as Message, tell);
  if (member === "functionCall") checkCall(value as Message, role, tell);
  if (member === "functionResponse") checkResponse(value as Message, role, tell);
}

function checkFile(member: string, file: Message, tell: Tell): void {
  for (const key of ["mimeType", "displayName"]) {
    const value = valueOf(file, key);
    if (value !== undefined && typeof value !== "string") tell(key);
  }
  const data = member === "inlineData" ? file["data"] : valueOf(file, "fileUri");
  if (typeof data !== "string") tell(member);
}

function checkName({ id, name }: Message, tell: Tell): void {
  if (typeof name !== "string" || name === "") tell("name of a function");
  if (id != null && typeof id !== "string") tell("id");
}

function checkCall(call: Message, role: string, tell: Tell): void {
  checkName(call, tell);
  if (call["args"] != null && !isObject(call["args"])) tell("args");
  if (role === "user") tell("call of the user");
}

function checkResponse(response: Message, role: string, tell: Tell): void {
  checkName(response, tell);
  if (!isObject(response["response"])) tell("response");
  if (role === "model") tell("response of the model");
  const { parts } = response;
  if (parts != null && (!Array.isArray(parts) || !parts.every(isObject))) tell("parts of a response");
}

/** The calls, or the responses, of a content. */
function toolsOf(content: Message | undefined, member: "functionCall" | "functionResponse"): Message[] {
  return partsOf(content).flatMap((part) => {
    const value = isObject(part) ? valueOf(part, member) : undefined;
    return isObject(value) ? [value] : [];
  });
}

function checkTurns(list: readonly Message[], index: number, tell: Tell): void {
  const [before, content, next] = [list[index - 1], list[index]!, list[index + 1]];
  if (roleOf(content) === "model" && toolsOf(content, "functionCall").length > 0) {
    if (before === undefined || roleOf(before) === "model") tell("call that does not follow the user or a response");
    const calls = toolsOf(content, "functionCall").length;
    const responses = toolsOf(next, "functionResponse").length;
    const isPending = next === undefined || (index + 2 === list.length && responses > 0 && responses < calls);
    if (!isPending && responses !== calls) tell("as many responses as calls have to follow");
  }
  const responses = toolsOf(content, "functionResponse");
  if (responses.length === 0 || roleOf(content) !== "user") return;
  const calls = toolsOf(before, "functionCall");
  if (before === undefined || roleOf(before) !== "model" || calls.length === 0)
    return tell("response without a call turn");
  if (responses.length !== partsOf(content).length) tell("something else beside responses");
  if (responses.length > calls.length) tell("more responses than calls");
  for (const { id, name } of responses) {
    const isAnswer = calls.some((call) => call["name"] === name && (!call["id"] || !id || call["id"] === id));
    if (!isAnswer) tell("response to no call");
  }
}
