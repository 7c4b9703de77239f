import type { CustomPart, FilePart, TextPart, ToolResultPart } from "../../index.js";
import { sortKeys, toSource } from "../shared/form.js";
import { isPureJson } from "../shared/object-input.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { describePart, noteId, readAround, readId, readOptionalText } from "./describe-part.js";
import { FORMAT, KEYS, type PartForm, wrapKey } from "./form.js";
import type { Links, PartPlace } from "./links.js";
import { readFile } from "./read-files.js";
import { toCamel } from "./spelling.js";

/** Reads what a function gave back. */
export function readResponse(
  part: PlainObject,
  snake: PartForm,
  place: PartPlace,
  links: Links,
  at: Place,
): ToolResultPart | undefined {
  const inner = at.in("functionResponse");
  const object = inner.object(part["functionResponse"]);
  if (object === undefined) return undefined;
  const toolName = readId(object, "name", inner);
  const given = readOptionalText(object, "id", inner);
  const { response } = object;
  const hasResponse = response !== undefined && response !== null;
  const isPlain = inner.in("response").plain(response);
  const isPure = isPlain && isPlainObject(response) && isPureJson(response);
  const files = readFiles(object["parts"], isPure, inner.in("parts"));
  const taken = [
    "name",
    ...(given === undefined ? [] : ["id"]),
    ...(hasResponse ? ["response"] : []),
    ...(files === undefined ? [] : ["parts"]),
  ];
  const { form, kept } = sortKeys(object, KEYS.functionResponse, taken, inner);
  const around = readAround(part, "functionResponse", at);
  if (toolName === undefined || !isPlain) return undefined;
  const toolCallId = links.answer(toolName, given, place);
  const noted: PartForm = {
    ...snake,
    ...noteId(given, toolCallId),
    ...(hasResponse && !isPlainObject(response) && { loose: true }),
    ...(hasResponse && !isPure && !isPureJson(response) && { exact: true }),
    ...(files !== undefined && { files: true }),
  };
  const described = describePart(around, noted, { member: "functionResponse", form, kept });
  const wrapped = wrapKey(response);
  const output = wrapped === undefined ? (response ?? undefined) : (response as PlainObject)[wrapped];
  const body = files === undefined ? { output } : { content: [...readSaid(response as PlainObject, output), ...files] };
  const outcome = wrapped === "error" ? { outcome: "error" as const } : {};
  return { type: "tool-result", toolCallId, toolName, ...outcome, ...body, ...described } as ToolResultPart;
}

/** The files beside a response; nothing where there are none. */
function readFiles(parts: unknown, isPure: boolean, at: Place): (FilePart | CustomPart)[] | undefined {
  if (parts === undefined || parts === null) return undefined;
  const list = at.list(parts) ?? [];
  const files = list.map((item, index) => readBeside(item, at.in(index)));
  return isPure && list.length > 0 ? files.filter((file) => file !== undefined) : undefined;
}

function readBeside(value: unknown, at: Place): FilePart | CustomPart | undefined {
  const item = at.object(value);
  if (item === undefined) return undefined;
  const { object, snake } = toCamel(item);
  const member = (["inlineData", "fileData"] as const).find((key) => isPlainObject(object[key]));
  const file = member === undefined ? "unlike" : readFile(object, member, snake, at);
  if (file !== "unlike") return file;
  return at.plain(item) ? { type: "custom", format: FORMAT, value: item } : undefined;
}

/** What a response with files says, as text: the text that it is, or JSON. */
function readSaid(response: PlainObject, output: unknown): TextPart[] {
  if (typeof output === "string") return [{ type: "text", text: output }];
  if (Object.keys(response).length === 0) return [];
  return [{ type: "text", text: JSON.stringify(response), ...toSource(FORMAT, { json: true }) }];
}
