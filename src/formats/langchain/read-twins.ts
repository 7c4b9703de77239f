import { sortKeys } from "../shared/form.js";
import { equalValues } from "../shared/equal.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { readArguments } from "../shared/texts.js";
import { KEYS, noteForm, sortWhole } from "./form.js";
import { type Draft, DraftPool, readAlone } from "./read-calls.js";

/** The calls of a message in order, and whether the copies in `additional_kwargs` are told by them. */
export interface Merged {
  readonly drafts: readonly Draft[];
  readonly isTold: boolean;
}

interface Twin {
  readonly object: PlainObject;
  readonly inner: PlainObject;
  readonly id: string | undefined;
  readonly name: string;
}

/**
 * Finds the calls that `additional_kwargs.tool_calls` repeats, which has their arguments as the model wrote them.
 *
 * The copies are told by the calls where each is one of them, in their order; elsewhere they stay as they are.
 *
 * @param placed - the calls that stand in the content, in order
 * @param listed - the calls of the lists, in order
 * @param isAbsent - whether the message has no list, so that the copies are calls themselves
 */
export function mergeTwins(
  value: unknown,
  placed: readonly Draft[],
  listed: readonly Draft[],
  isAbsent: boolean,
  at: Place,
): Merged {
  const inContent = new Set(placed);
  const rest = placed.length === 0 ? listed : listed.filter((draft) => !inContent.has(draft));
  const twins = readTwins(value, at);
  if (twins === undefined) return { drafts: rest, isTold: false };
  const pool = new DraftPool([...placed, ...rest]);
  const added: Draft[] = [];
  let isComplete = true;
  twins.forEach((twin, index) => {
    let draft = pool.take(twin.id, twin.name);
    if (draft === undefined && isAbsent)
      added.push((draft = readAlone(twin.id, twin.name, twin.inner["arguments"], true)));
    if (draft === undefined) isComplete = false;
    else addTwin(draft, twin, index, at.in(index));
  });
  const drafts = [...rest, ...added];
  if (drafts.every(({ twin }) => twin !== undefined)) drafts.sort((a, b) => a.twin! - b.twin!);
  const isTold = isComplete && isOrdered([...placed, ...drafts].map(({ twin }) => twin));
  if (!isTold) for (const draft of [...placed, ...drafts]) dropTwin(draft);
  return { drafts, isTold };
}

function readTwins(value: unknown, at: Place): readonly Twin[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || at.list(value) === undefined) return undefined;
  const twins: Twin[] = [];
  for (const [index, given] of (value as unknown[]).entries()) {
    const place = at.in(index);
    const object = isPlainObject(given) ? place.object(given) : undefined;
    const inner = isPlainObject(object?.["function"]) ? place.in("function").object(object["function"]) : undefined;
    if (object === undefined || inner === undefined) return undefined;
    const { id } = object;
    const { name } = inner;
    if (typeof name !== "string" || name === "") return undefined;
    twins.push({ object, inner, id: typeof id === "string" && id !== "" ? id : undefined, name });
  }
  return twins;
}

function addTwin(draft: Draft, { object, inner, id, name }: Twin, index: number, at: Place): void {
  const text = inner["arguments"];
  if (draft.inputText === undefined && typeof text === "string" && equalValues(readArguments(text).input, draft.input))
    draft.inputText = text;
  const innerTaken = [
    ...(name === draft.name ? ["name"] : []),
    ...(typeof text === "string" && text === draft.inputText ? ["arguments"] : []),
  ];
  const held = sortWhole(inner, KEYS.function, KEYS.function, innerTaken, at.in("function"));
  const taken = [
    ...(id !== undefined && id === draft.id ? ["id"] : []),
    ...(object["type"] === "function" ? ["type"] : []),
    "function",
  ];
  const { form, kept } = sortKeys(object, [], taken, at);
  draft.twin = index;
  draft.noted = { ...draft.noted, twin: form, ...noteForm("function", held.form) };
  if (kept !== undefined) draft.kept["twin"] = kept;
  if (held.kept !== undefined) draft.kept["function"] = held.kept;
}

function dropTwin(draft: Draft): void {
  const { twin: _twin, function: _function, ...noted } = draft.noted;
  draft.noted = noted;
  delete draft.kept["twin"];
  delete draft.kept["function"];
}

function isOrdered(indexes: readonly (number | undefined)[]): boolean {
  const given = indexes.filter((index) => index !== undefined);
  return given.every((index, position) => position === 0 || index > given[position - 1]!);
}

/** Notes the places of calls in their list where they are not the order in which the calls stand. */
export function noteRanks(drafts: readonly Draft[]): void {
  if (drafts.length < 2) return;
  for (const list of [undefined, "invalid"]) {
    const listed = drafts.filter(({ noted, index }) => index !== undefined && noted.list === list);
    if (isOrdered(listed.map(({ index }) => index))) continue;
    for (const draft of listed) draft.noted = { ...draft.noted, rank: draft.index! };
  }
}
