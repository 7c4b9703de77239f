import type { CustomPart, FilePart, Outcome, Part, TextPart, ToolResultPart } from "../../index.js";
import { sortKeys } from "../shared/form.js";
import { mediaTypeOf } from "../shared/files.js";
import type { Place } from "../shared/place.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import { readCarrier } from "./carriers.js";
import { describePart, readKey, readOptionalText, readUnknown } from "./describe-part.js";
import { type ItemType, KEYS, type PartForm } from "./form.js";
import { gradeOf } from "./values.js";

type Item = TextPart | FilePart | CustomPart;
type Body = { readonly output: unknown } | { readonly content: readonly Item[] };

/** What an output says, and how. */
interface Output {
  readonly body: Body;
  readonly outcome?: Outcome;
  readonly noted?: PartForm;
  readonly taken: readonly string[];
}

/** Reads a result, of a tool message or of the model's own. */
export function readResult(part: PlainObject, at: Place): ToolResultPart | undefined {
  const toolCallId = readKey(part, "toolCallId", at, true);
  const toolName = readOptionalText(part, "toolName", at);
  const place = at.in("output");
  const isOld = !Object.hasOwn(part, "output") && Object.hasOwn(part, "result");
  const object = isOld ? undefined : place.object(part["output"]);
  const output = isOld ? readOldOutput(part) : object === undefined ? undefined : readOutput(object, place);
  const keys = isOld ? (output?.taken ?? []) : ["output"];
  const taken = ["type", "toolCallId", ...keys, ...(toolName === undefined ? [] : ["toolName"])];
  const inner = object === undefined ? { form: {} } : sortKeys(object, KEYS.output, output?.taken ?? [], place);
  const noted: PartForm = {
    ...output?.noted,
    ...(inner.form.keys !== undefined && { inner: inner.form }),
    ...(toolName === undefined && { unnamed: true as const }),
  };
  const isAborted = output?.outcome === "error" && getOwn(part["providerOptions"], "colloquy") !== undefined;
  const { outcome, options } = isAborted ? readAborted(part["providerOptions"]) : {};
  const kept = inner.kept === undefined ? undefined : { output: inner.kept };
  const described = describePart(part, KEYS["tool-result"], { noted, taken, kept, options }, at);
  if (toolCallId === undefined || output === undefined) return undefined;
  const ended = outcome ?? output.outcome;
  return {
    type: "tool-result",
    toolCallId,
    ...(toolName !== undefined && { toolName }),
    ...(ended !== undefined && { outcome: ended }),
    ...output.body,
    ...described,
  };
}

/** What a result said in version 4: any value, and whether the run failed. */
function readOldOutput({ result, isError }: PlainObject): Output {
  const body = { output: result };
  if (isError !== true) return { body, noted: { old: true }, taken: ["result"] };
  return { body, outcome: "error", noted: { old: true }, taken: ["result", "isError"] };
}

/** A result that was given up is told by options of our own, which are left out where they are as we write them. */
function readAborted(options: unknown): { readonly outcome?: Outcome; readonly options?: PlainObject } {
  const own = getOwn(options, "colloquy");
  if (!isPlainObject(options) || !isPlainObject(own) || own["outcome"] !== "aborted") return {};
  const isOurs = Object.keys(own).length === 1 && Object.keys(options).at(-1) === "colloquy";
  if (!isOurs) return { outcome: "aborted" };
  const { colloquy: _ours, ...others } = options;
  return { outcome: "aborted", options: others };
}

function readOutput(output: PlainObject, at: Place): Output | undefined {
  const type = readKey(output, "type", at, true);
  const { value } = output;
  switch (type) {
    case undefined:
      return undefined;
    case "text":
    case "error-text": {
      const text = at.in("value").text(value);
      return { body: { output: text }, ...outcomeOf(type), taken: ["type", "value"] };
    }
    case "json":
    case "error-json": {
      const noted: PartForm = {
        ...(typeof value === "string" && { output: "json" as const }),
        ...(gradeOf(value) === "kept" && { exact: true as const }),
      };
      const taken = value === undefined ? ["type"] : ["type", "value"];
      return { body: { output: value }, ...outcomeOf(type), noted, taken };
    }
    case "execution-denied": {
      const reason = readOptionalText(output, "reason", at) ?? "";
      return { body: { output: reason }, outcome: "denied", taken: reason === "" ? ["type"] : ["type", "reason"] };
    }
    case "content": {
      const items = at.in("value").list(value) ?? [];
      const content = items.map((item, index) => readItem(item, at.in("value", index)));
      return { body: { content: content.filter((item) => item !== undefined) }, taken: ["type", "value"] };
    }
    default: {
      return { body: { content: [readUnknown(output)] }, noted: { output: "unknown" }, taken: Object.keys(output) };
    }
  }
}

function outcomeOf(type: string): { readonly outcome?: Outcome } {
  return type.startsWith("error-") ? { outcome: "error" } : {};
}

function readItem(value: unknown, at: Place): Item | undefined {
  const item = at.object(value);
  if (item === undefined) return undefined;
  const type = readKey(item, "type", at, true);
  switch (type) {
    case undefined:
      return undefined;
    case "text": {
      const text = readKey(item, "text", at);
      const described = describePart(item, KEYS.text, { taken: ["type", "text"] }, at);
      return text === undefined ? undefined : { type: "text", text, ...described };
    }
    case "media":
    case "file-data":
    case "image-data":
      return readFileItem(item, type, "data", typeof item["data"] === "string" ? item["data"] : undefined, at);
    case "file":
      return readFileItem(item, type, "data", item["data"], at);
    case "file-url":
    case "image-url": {
      const url = readKey(item, "url", at, true);
      return url === undefined ? undefined : readFileItem(item, type, "url", url, at);
    }
    case "file-id":
    case "image-file-id": {
      if (isPlainObject(item["fileId"])) return readUnknown(item);
      const fileId = readKey(item, "fileId", at, true);
      return fileId === undefined ? undefined : readFileItem(item, type, "fileId", fileId, at);
    }
    default:
      return readUnknown(item);
  }
}

function readFileItem(
  item: PlainObject,
  type: ItemType | "file",
  key: "data" | "url" | "fileId",
  held: unknown,
  at: Place,
): Item | undefined {
  const carried =
    key === "data"
      ? readCarrier(held, at.in(key))
      : { data: (key === "url" ? { url: held } : { fileId: held }) as FilePart["data"], noted: {} };
  if (carried === "unlike") return readUnknown(item);
  const given = readOptionalText(item, "mediaType", at);
  const filename = readOptionalText(item, "filename", at);
  const taken = ["type", key];
  if (given !== undefined) taken.push("mediaType");
  if (filename !== undefined) taken.push("filename");
  const isUntyped = given === undefined && type.startsWith("image-");
  const noted: PartForm = { type, ...carried?.noted, ...(isUntyped && { untyped: true as const }) };
  const keys = key === "data" ? KEYS.media : key === "url" ? KEYS.url : KEYS.id;
  const described = describePart(
    item,
    keys,
    { noted, taken, kept: carried !== undefined && "kept" in carried ? carried.kept : undefined },
    at,
  );
  if (carried === undefined) return undefined;
  const mediaType =
    given ?? (isUntyped ? mediaTypeOf({ type: "file", mediaType: "image/*", data: carried.data }) : undefined);
  const file: Part = {
    type: "file",
    ...(mediaType !== undefined && { mediaType }),
    ...(filename !== undefined && { filename }),
    data: carried.data,
    ...described,
  };
  return file;
}
