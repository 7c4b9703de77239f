import type { FilePart, Outcome, Part, ToolCallPart, ToolResultPart } from "../../index.js";
import { sortKeys, toSource } from "../shared/form.js";
import { isPureJson } from "../shared/object-input.js";
import type { Place } from "../shared/place.js";
import type { PlainObject } from "../shared/plain.js";
import { readArguments } from "../shared/texts.js";
import { dataOf, findFile, holdFile, modalityOf } from "./files.js";
import { type FileType, FORMAT, KEYS, OUTCOMES, type PartForm, PROVIDER } from "./form.js";
import type { Links } from "./links.js";

/** Whose parts are read; `any` for tools and for roles that are not known. */
export type Holder = "system" | "user" | "assistant" | "any";

/** Reads a part: `"unlike"` where it is of a known type and not as that type is, which the conventions allow. */
type Read = (part: PlainObject, position: number, links: Links, at: Place) => Part | "unlike" | undefined;

/** Reads a part of a message. What a message of this role does not hold is kept whole. */
export function readPart(value: unknown, position: number, holder: Holder, links: Links, at: Place): Part | undefined {
  const part = at.object(value);
  if (part === undefined) return undefined;
  const { type } = part;
  if (typeof type !== "string") return at.in("type").expected("a string", type);
  const reader = READERS.get(type);
  const read = reader?.holders.includes(holder) === true ? reader.read(part, position, links, at) : "unlike";
  if (read !== "unlike") return read;
  return at.plain(part) ? { type: "custom", format: FORMAT, value: part } : undefined;
}

/** What tells how an object came. */
function describe(
  object: PlainObject,
  known: readonly string[],
  taken: readonly string[],
  noted: PartForm,
  at: Place,
): Pick<Part, "source" | "providerMetadata"> {
  const { form, kept } = sortKeys(object, known, taken, at);
  return {
    ...(kept !== undefined && { providerMetadata: { [PROVIDER]: kept } }),
    ...toSource(FORMAT, noted, form),
  };
}

function textReader(type: "text" | "reasoning"): Read {
  return (part, _position, _links, at) => {
    const { content } = part;
    if (typeof content !== "string") return "unlike";
    return { type, text: content, ...describe(part, KEYS.text, KEYS.text, {}, at) };
  };
}

/** Whether a part has an id, or none as the conventions allow. */
function isId(id: unknown): id is string | null | undefined {
  return id === undefined || id === null || typeof id === "string";
}

const readCall: Read = (part, position, links, at): ToolCallPart | "unlike" | undefined => {
  const { id, name, arguments: given } = part;
  if (typeof name !== "string" || !isId(id)) return "unlike";
  if (!at.in("arguments").plain(given)) return undefined;
  const text = typeof given === "string" ? readArguments(given) : undefined;
  const noted: PartForm = {
    ...(!id && { idless: true }),
    ...(text !== undefined && { arguments: "text" }),
    ...(given !== undefined && !isPureJson(given) && { exact: true }),
  };
  const taken = ["type", "name", ...(id ? ["id"] : []), ...(given === undefined ? [] : ["arguments"])];
  const call: ToolCallPart = {
    type: "tool-call",
    toolCallId: id || links.makeId(position),
    toolName: name,
    input: text === undefined ? given : text.input,
    ...(text !== undefined && { inputText: text.inputText }),
    ...describe(part, KEYS.call, taken, noted, at),
  };
  links.add(call);
  return call;
};

const readResult: Read = (part, position, links, at): ToolResultPart | "unlike" | undefined => {
  const { id, outcome } = part;
  if (!isId(id)) return "unlike";
  const isOld = part["response"] === undefined && part["result"] !== undefined;
  const key = isOld ? "result" : "response";
  const output = part[key];
  if (!at.in(key).plain(output)) return undefined;
  const isOutcome = OUTCOMES.includes(outcome);
  const noted: PartForm = {
    ...(!id && { idless: true }),
    ...(isOld && { response: "result" }),
    ...(output === undefined ? { response: "none" } : !isPureJson(output) && { exact: true }),
  };
  const taken = ["type"];
  if (id) taken.push("id");
  if (output !== undefined) taken.push(key);
  if (isOutcome) taken.push("outcome");
  const result: ToolResultPart = {
    type: "tool-result",
    toolCallId: id || (links.findOpen() ?? links.makeId(position)),
    ...(isOutcome && { outcome: outcome as Outcome }),
    output,
    ...describe(part, KEYS.result, taken, noted, at),
  };
  links.add(result);
  return result;
};

function fileReader(type: FileType): Read {
  return (part, _position, _links, at) => {
    const { modality, mime_type: mediaType } = part;
    const found = findFile(part, type);
    if (found === undefined) return "unlike";
    const isTyped = typeof mediaType === "string" && mediaType !== "";
    const file: FilePart = { type: "file", ...(isTyped && { mediaType }), data: dataOf(found) };
    const inferred = holdFile(file);
    const isTold = modality === modalityOf(file);
    const noted: PartForm = {
      ...((inferred.type !== type || inferred.text !== found.text) && { type }),
      ...(!isTold && { untold: true }),
    };
    const taken = ["type", found.key, ...(isTyped ? ["mime_type"] : []), ...(isTold ? ["modality"] : [])];
    return { ...file, ...describe(part, KEYS[type], taken, noted, at) };
  };
}

const READERS: ReadonlyMap<string, { readonly holders: readonly Holder[]; readonly read: Read }> = new Map(
  Object.entries({
    text: { holders: ["system", "user", "assistant", "any"], read: textReader("text") },
    reasoning: { holders: ["assistant", "any"], read: textReader("reasoning") },
    tool_call: { holders: ["assistant", "any"], read: readCall },
    tool_call_response: { holders: ["user", "assistant", "any"], read: readResult },
    blob: { holders: ["user", "assistant", "any"], read: fileReader("blob") },
    uri: { holders: ["user", "assistant", "any"], read: fileReader("uri") },
    file: { holders: ["user", "assistant", "any"], read: fileReader("file") },
    file_data: { holders: ["user", "assistant", "any"], read: fileReader("file_data") },
  } satisfies Record<string, { holders: Holder[]; read: Read }>),
);
