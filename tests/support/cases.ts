import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { EntryInput } from "colloquy";
import { fromBase64 } from "./bytes.js";
import { objectOf } from "./values.js";

/** One case of a theme, as its file spells it. */
export interface Case {
  readonly id: string;
  readonly input: { readonly format: string; readonly data: unknown };
}

const folder = fileURLToPath(new URL("../../../shared/cases/", import.meta.url));

/** Whether the cases lie in `../shared/cases` beside the checkout. Tests of them say so in their names. */
export const sharedCasesAreThere = existsSync(folder);

/** The case of this id. Call it inside a test: without the folder there is nothing to read. */
export function readCase(theme: string, id: string): Case {
  const list = JSON.parse(readFileSync(`${folder}/${theme}.json`, "utf8")) as Case[];
  const found = list.find((item) => item.id === id);
  if (found === undefined) throw new Error(`There is no case ${id} in ${theme}`);
  return found;
}

/** The input of a case of the format `entries`, as what `Transcript.from` takes. */
export function entriesOf(theme: string, id: string): EntryInput[] {
  return neutralOf(readCase(theme, id).input.data).map(toInput);
}

/** The entries that a case of the format `transcript-json` starts from. */
export function editedFrom(theme: string, id: string): EntryInput[] {
  return neutralOf((readCase(theme, id).input.data as { from: unknown }).from).map(toInput);
}

/** The document that holds a case's entries, written out by hand: faults go over as they are. */
export function documentOf(theme: string, id: string): string {
  const entries = neutralOf(readCase(theme, id).input.data).map(toDocumentEntry);
  return JSON.stringify({ format: "colloquy", version: 1, entries });
}

/** The one value of a case of the format `values`. */
export function valueOf(theme: string, id: string): Record<string, unknown> {
  return revive((readCase(theme, id).input.data as unknown[])[0]) as Record<string, unknown>;
}

/** The messages of a case of a provider's format. */
export function messagesOf(theme: string, id: string): Record<string, unknown>[] {
  return readCase(theme, id).input.data as Record<string, unknown>[];
}

type Neutral = Record<string, unknown>;

function neutralOf(data: unknown): Neutral[] {
  if (Array.isArray(data)) return data.map((entry) => revive(entry) as Neutral);
  const { times, pattern } = (data as { generate: { times: number; pattern: unknown[] } }).generate;
  return Array.from({ length: times }, (_empty, turn) =>
    pattern.map((entry) => revive(numbered(entry, turn)) as Neutral),
  ).flat();
}

function numbered(entry: unknown, turn: number): unknown {
  return JSON.parse(JSON.stringify(entry).replaceAll("#i", String(turn)));
}

/** Turns the marks of the case files into the values they stand for. */
export function revive(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return reviveList(value);
  const keys = Object.keys(value);
  const [mark] = keys;
  const given: unknown = mark === undefined ? undefined : Reflect.get(value, mark);
  if (mark === "$typed") return reviveTyped(given as string, (value as unknown as { values: number[] }).values);
  const make = keys.length === 1 && mark !== undefined && Object.hasOwn(marks, mark) ? marks[mark] : undefined;
  return make ? make(given) : objectOf(keys.map((key) => [key, revive(Reflect.get(value, key))] as const));
}

function reviveList(list: readonly unknown[]): unknown[] {
  const revived: unknown[] = Array.from({ length: list.length });
  list.forEach((item, index) => {
    if (JSON.stringify(item) === '{"$hole":true}') delete revived[index];
    else revived[index] = revive(item);
  });
  return revived;
}

function reviveTyped(name: string, values: number[]): unknown {
  const make = Reflect.get(globalThis, name) as new (list: number[]) => unknown;
  return new make(values);
}

const marks: Record<string, (given: unknown) => unknown> = {
  $date: (iso) => new Date(iso as string),
  $invalidDate: () => new Date(Number.NaN),
  $undefined: () => undefined,
  $bigint: (digits) => BigInt(digits as string),
  $number: (name) => Number(name),
  $bytes: (base64) => fromBase64(base64 as string),
  $map: (pairs) => new Map((pairs as [unknown, unknown][]).map(([key, item]) => [revive(key), revive(item)] as const)),
  $set: (members) => new Set((members as unknown[]).map(revive)),
  $error: (spec) => reviveError(spec as { name: string; message: string; cause?: unknown }),
  $codeUnits: (units) => String.fromCharCode(...(units as number[])),
  $repeat: (pair) => (pair as [string, number])[0].repeat((pair as [string, number])[1]),
  $concat: (list) => (list as unknown[]).map((item) => String(revive(item))).join(""),
  $rawJson: (json) => JSON.parse(json as string) as unknown,
};

function reviveError(spec: { name: string; message: string; cause?: unknown }): Error {
  const make = (Reflect.get(globalThis, spec.name) as ErrorConstructor | undefined) ?? Error;
  return new make(spec.message, Object.hasOwn(spec, "cause") ? { cause: revive(spec.cause) } : undefined);
}

/** From the neutral form to an input. What is missing, misspelt or of a wrong type goes over as it is. */
function toInput(entry: Neutral): EntryInput {
  const { toolCalls, toolResult, ...rest } = entry;
  const mapped: Neutral = { ...rest };
  if ("toolCalls" in entry) mapped["toolCalls"] = Array.isArray(toolCalls) ? toolCalls.map(toCall) : toolCalls;
  if ("toolResult" in entry) mapped["toolResult"] = isObject(toolResult) ? toResult(toolResult) : toolResult;
  if (entry["role"] === "tool" && entry["text"] === "") delete mapped["text"];
  return mapped as unknown as EntryInput;
}

function toCall(call: unknown): Neutral {
  const { id, name, arguments: input, ...rest } = call as Neutral;
  return { toolCallId: id, toolName: name, input, ...rest };
}

function toResult(result: Neutral): Neutral {
  const { callId, name, content, isError, ...rest } = result;
  const parts =
    Array.isArray(content) && content.length > 0 && content.every((part) => isObject(part) && "type" in part);
  const body = parts ? { content: content.map((part) => toPart(part as Neutral)) } : { output: content };
  return { toolCallId: callId, toolName: name, ...(isError === true ? { outcome: "error" } : {}), ...body, ...rest };
}

function toPart(part: Neutral): Neutral {
  return part["type"] === "image" ? { type: "file", mediaType: part["mimeType"], data: part["data"] } : part;
}

function isObject(value: unknown): value is Neutral {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** From the neutral form to what the document holds: content in place of text, calls and result. */
function toDocumentEntry(entry: Neutral): Neutral {
  const { role, text, toolCalls, toolResult } = entry;
  if (Array.isArray(toolCalls)) {
    const words = text === "" ? [] : [{ type: "text", text }];
    return { role, content: [...words, ...toolCalls.map((call) => ({ type: "tool-call", ...toCall(call) }))] };
  }
  if (isObject(toolResult)) return { role, content: [{ type: "tool-result", ...toResult(toolResult) }] };
  return { role, content: text };
}
