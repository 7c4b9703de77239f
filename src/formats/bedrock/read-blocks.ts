import type { FilePart, Part, ReasoningPart, ToolCallPart, ToolResultPart } from "../../index.js";
import { type ObjectForm, sortKeys, toSource } from "../shared/form.js";
import { bytesToBase64 } from "../shared/media.js";
import { isPureJson } from "../shared/object-input.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { textToUrl } from "../shared/text-files.js";
import type { SpelledIds } from "../shared/spelled-ids.js";
import { readToolName } from "../shared/tool-names.js";
import { readBytes, withoutBytes } from "./bytes.js";
import { inferFormat, mediaTypeOfFormat } from "./files.js";
import { type FileMember, FORMAT, KEYS, membersOf, type PartForm, PROVIDER, takesId } from "./form.js";

/** In whose content a block stands; `stranger` is a message of an unknown role. */
export type Holder = "system" | "user" | "assistant" | "result" | "stranger";

/** Reads one block. One that this release does not know, or not here, is kept whole in its place. */
export function readBlock(value: unknown, holder: Holder, ids: SpelledIds, at: Place): Part | undefined {
  const block = at.object(value);
  if (block === undefined) return undefined;
  const members = membersOf(block);
  const reader = members.map((member) => READERS.get(member)).find((known) => known?.holders.includes(holder) === true);
  if (reader !== undefined) {
    const part = reader.read(block, around(block, reader.member, at), ids, at);
    if (part !== "unlike") return part;
  }
  if (members.length === 0) return at.expected("a block with a member", undefined);
  return at.plain(withoutBytes(block)) ? { type: "custom", format: FORMAT, value: block } : undefined;
}

/** A string that says something: an id, a name. */
export function readId(object: PlainObject, key: string, at: Place): string | undefined {
  const value = object[key];
  return typeof value === "string" && value !== "" ? value : at.in(key).text(value, value === "");
}

type Read<P> = (block: PlainObject, outer: PartForm, ids: SpelledIds, at: Place) => P | "unlike" | undefined;

interface Reader {
  readonly member: string;
  readonly holders: readonly Holder[];
  readonly read: Read<Part>;
}

/** Notes what stands in a block around its one member. */
function around(block: PlainObject, member: string, at: Place): PartForm {
  const { form, kept } = sortKeys(block, [member], [member], at);
  const isSecond = kept !== undefined || form.values !== undefined;
  return { ...(form.keys !== undefined && { outer: form }), ...(isSecond && { second: true }) };
}

/** The keys that note how a part came. */
export function describe(
  noted: PartForm,
  form: ObjectForm,
  metadata: PlainObject | undefined,
): Pick<Part, "source" | "providerMetadata"> {
  const isKept = metadata !== undefined && Object.keys(metadata).length > 0;
  return { ...(isKept && { providerMetadata: { [PROVIDER]: metadata } }), ...toSource(FORMAT, noted, form) };
}

const readText: Read<Part> = (block, outer, _ids, at) => {
  const text = at.in("text").text(block["text"]);
  return text === undefined ? undefined : { type: "text", text, ...describe(outer, {}, undefined) };
};

const readCall: Read<ToolCallPart> = (block, outer, ids, at) => {
  const inner = at.in("toolUse");
  const call = inner.object(block["toolUse"]);
  if (call === undefined) return undefined;
  if (call["type"] === "server_tool_use") return "unlike";
  const id = readId(call, "toolUseId", inner);
  const name = readId(call, "name", inner);
  const { input } = call;
  const isPlain = inner.in("input").plain(input);
  const { form, kept } = sortKeys(
    call,
    KEYS.call,
    ["toolUseId", "name", ...(input === undefined ? [] : ["input"])],
    inner,
  );
  if (id === undefined || name === undefined || !isPlain) return undefined;
  const restored = ids.restore(id, true);
  const { toolName, spelled } = readToolName(name);
  const noted: PartForm = {
    ...outer,
    ...(spelled !== undefined && { spelled }),
    ...(!restored.isSpelled && !takesId(id) && { ownId: true }),
    ...(typeof input === "object" && !isPureJson(input) && { exact: true }),
  };
  const part: ToolCallPart = {
    type: "tool-call",
    toolCallId: restored.id,
    toolName,
    input,
    ...describe(noted, form, kept),
  };
  ids.add(part);
  return part;
};

const readReasoning: Read<ReasoningPart> = (block, outer, _ids, at) => {
  const content = at.in("reasoningContent").object(block["reasoningContent"]);
  if (content === undefined) return undefined;
  const { reasoningText, redactedContent } = content;
  if (Object.keys(content).length !== 1) return "unlike";
  if (redactedContent !== undefined) {
    const bytes = readBytes(redactedContent);
    if (bytes === undefined) return "unlike";
    const data = typeof bytes.data === "string" ? bytes.data : bytesToBase64(bytes.data);
    const noted: PartForm = { ...outer, ...(bytes.carrier !== undefined && { bytes: bytes.carrier }) };
    return { type: "reasoning", text: "", redacted: true, ...describe(noted, {}, { redactedData: data }) };
  }
  const inner = at.in("reasoningContent", "reasoningText");
  const said = inner.object(reasoningText);
  if (said === undefined) return undefined;
  const text = inner.in("text").text(said["text"]);
  const { signature } = said;
  const isSigned = signature !== undefined && signature !== null && signature !== "";
  const proof = isSigned ? inner.in("signature").text(signature) : undefined;
  const { form, kept } = sortKeys(said, KEYS.reasoning, isSigned ? ["text", "signature"] : ["text"], inner);
  if (text === undefined) return undefined;
  return {
    type: "reasoning",
    text,
    ...describe(outer, form, { ...kept, ...(proof !== undefined && { signature: proof }) }),
  };
};

function fileReader(member: FileMember): Read<FilePart> {
  return (block, outer, _ids, at) => {
    const inner = at.in(member);
    const object = inner.object(block[member]);
    if (object === undefined) return undefined;
    const { name, source } = object;
    const format = object["format"] ?? undefined;
    if (!isPlainObject(source) || Object.values(source).filter((value) => value !== undefined).length !== 1)
      return "unlike";
    const carried = readCarried(source, inner.in("source"));
    if (carried === undefined || (format !== undefined && typeof format !== "string") || format === "") return "unlike";
    const isNamed = member === "document" && typeof name === "string" && name !== "";
    const taken = ["source", ...(format === undefined ? [] : ["format"]), ...(isNamed ? ["name"] : [])];
    const { form, kept } = sortKeys(object, KEYS.file, taken, inner);
    const file: FilePart = {
      type: "file",
      ...(format !== undefined && { mediaType: mediaTypeOfFormat(member, format) }),
      ...(isNamed && { filename: name }),
      data: carried.data,
    };
    const inferred = inferFormat(file);
    const noted: PartForm = {
      ...outer,
      ...carried.noted,
      ...((inferred?.member !== member || inferred.format !== format) && {
        member,
        ...(format !== undefined && { fileFormat: format }),
      }),
    };
    return { ...file, ...describe(noted, form, { ...kept, ...carried.kept }) };
  };
}

interface Carried {
  readonly data: FilePart["data"];
  readonly noted: PartForm;
  readonly kept?: PlainObject;
}

function readCarried(source: PlainObject, at: Place): Carried | undefined {
  const { bytes, s3Location, text } = source;
  const known = bytes !== undefined ? "bytes" : s3Location !== undefined ? "s3Location" : "text";
  const { form } = sortKeys(source, [known], [known], at);
  const inner: PartForm = form.keys === undefined ? {} : { inner: form };
  if (typeof text === "string") return { data: { url: textToUrl(text) }, noted: { ...inner, carrier: "text" } };
  if (isPlainObject(s3Location)) {
    const { uri } = s3Location;
    if (typeof uri !== "string" || !/^s3:/i.test(uri)) return undefined;
    const place = sortKeys(s3Location, ["uri"], ["uri"], at.in("s3Location"));
    const noted = { ...inner, ...(place.form.keys !== undefined && { place: place.form }) };
    return { data: { url: uri }, noted, ...(place.kept !== undefined && { kept: { s3Location: place.kept } }) };
  }
  const carried = readBytes(bytes);
  if (carried === undefined || (typeof carried.data === "string" && /^[a-z][a-z0-9+.-]*:/i.test(carried.data)))
    return undefined;
  return { data: carried.data, noted: { ...inner, ...(carried.carrier !== undefined && { bytes: carried.carrier }) } };
}

/** Reads a result of a tool. */
export const readResult: Read<ToolResultPart> = (block, outer, ids, at) => {
  const inner = at.in("toolResult");
  const result = inner.object(block["toolResult"]);
  if (result === undefined) return undefined;
  const id = readId(result, "toolUseId", inner);
  const list = inner.in("content").list(result["content"]);
  const { status } = result;
  const isKnown = status === "error" || status === "success";
  if (!isKnown && status !== undefined && status !== null) inner.in("status").expected('"success" or "error"', status);
  const taken = ["toolUseId", "content", ...(isKnown ? ["status"] : [])];
  const { form, kept } = sortKeys(result, KEYS.result, taken, inner);
  if (id === undefined || list === undefined) return undefined;
  const { body, content } = readBody(list, ids, inner.in("content"));
  const restored = ids.restore(id, false);
  ids.add(restored.id);
  const noted: PartForm = { ...outer, ...content, ...(status === "success" && { success: true }) };
  return {
    type: "tool-result",
    toolCallId: restored.id,
    ...(status === "error" && { outcome: "error" }),
    ...body,
    ...describe(noted, form, kept),
  } as ToolResultPart;
};

function readBody(
  list: readonly unknown[],
  ids: SpelledIds,
  at: Place,
): { readonly body: object; readonly content: PartForm } {
  const [only] = list;
  if (list.length === 0) return { body: { output: "" }, content: {} };
  if (list.length === 1 && isPlainObject(only) && Object.keys(only).length === 1) {
    const { text, json } = only;
    if (typeof text === "string" && text.trim() !== "") return { body: { output: text }, content: {} };
    if (json !== undefined && at.in(0, "json").plain(json)) {
      const content: PartForm = isPureJson(json) ? {} : { exact: true };
      return { body: { output: json }, content: typeof json === "string" ? { json: true } : content };
    }
  }
  const parts = list.map((item, index) => readBlock(item, "result", ids, at.in(index)));
  return { body: { content: parts.filter((part) => part !== undefined) }, content: {} };
}

const READERS: ReadonlyMap<string, Reader> = new Map(
  (
    [
      { member: "text", holders: ["system", "user", "assistant", "result", "stranger"], read: readText },
      { member: "toolUse", holders: ["assistant"], read: readCall },
      { member: "reasoningContent", holders: ["assistant"], read: readReasoning },
      { member: "toolResult", holders: ["user"], read: readResult },
      { member: "image", holders: ["user", "assistant", "result"], read: fileReader("image") },
      { member: "document", holders: ["user", "assistant", "result"], read: fileReader("document") },
      { member: "video", holders: ["user", "result"], read: fileReader("video") },
      { member: "audio", holders: ["user"], read: fileReader("audio") },
    ] satisfies Reader[]
  ).map((reader) => [reader.member, reader]),
);
