import { readSource } from "../shared/form.js";
import { isPlainObject } from "../shared/plain.js";
import { OPENING } from "../shared/wording.js";
import type { Instructions } from "./arrange.js";
import { FORMAT } from "./form.js";
import { type Block, type Draft, isEmptyAnswer, isOwn, plainBlock, type Writing } from "./writing.js";

/** How many cache marks a request may have. */
const MAX_MARKS = 4;

/**
 * Mends what depends on the neighbours: empty messages, instructions that cannot stand where they do, neighbours of one
 * role, thoughts that nothing follows, and both ends of the list.
 *
 * @param system - gets the instructions that cannot stand in the list
 */
export function mend(drafts: readonly Draft[], system: Instructions[], writing: Writing): Draft[] {
  let list = [...drafts];
  // What is stripped may leave a message empty, and the ones around it neighbours: a few rounds, whatever the list.
  for (let isDone = false; !isDone;) {
    list = dropEmpty(list, writing);
    list = placeInstructions(list, system, writing);
    list = joinNeighbours(list, writing);
    isDone = list.filter((draft, index) => stripThoughts(draft, index === list.length - 1, writing)).length === 0;
  }
  closeList(list, writing);
  const [first] = list;
  if (first?.role === "assistant" && !isOwn(first.form)) {
    writing.report.note(first.entry, "added", "user's text, since the conversation opens with the assistant");
    const { entry } = first;
    const opening = { blocks: [plainBlock(OPENING, { entry })], form: undefined, entry, last: entry };
    list.unshift({ role: "user", ...opening, isApart: false, isResults: false });
  }
  return list;
}

function dropEmpty(list: readonly Draft[], writing: Writing): Draft[] {
  return list.filter(({ blocks, form, entry }, index) => {
    if (blocks.length > 0) return true;
    const isEmpty = form?.role === "assistant" && isEmptyAnswer(form);
    if (isEmpty && index === list.length - 1) return true;
    if (isEmpty || form?.content.length === 0) writing.report.note(entry, "dropped", "message without content");
    return false;
  });
}

/** Instructions stand behind a user message or a result of the provider's own tools, and before an answer or at the end. */
function placeInstructions(list: readonly Draft[], system: Instructions[], writing: Writing): Draft[] {
  const placed: Draft[] = [];
  for (let start = 0; start < list.length; start += 1) {
    const draft = list[start]!;
    if (draft.role !== "system") {
      placed.push(draft);
      continue;
    }
    let end = start;
    while (list[end]?.role === "system") end += 1;
    const run = list.slice(start, end);
    const next = list[end]?.role;
    if (isBeforeInstructions(placed.at(-1)) && (next === undefined || next === "assistant")) placed.push(...run);
    else for (const { entry, blocks } of run) moveInstructions(entry, blocks, system, writing);
    start = end - 1;
  }
  return placed;
}

function isBeforeInstructions(draft: Draft | undefined): boolean {
  if (draft === undefined) return false;
  const type = draft.blocks.at(-1)?.value["type"];
  return (
    draft.role === "user" || (draft.role === "assistant" && typeof type === "string" && type.endsWith("_tool_result"))
  );
}

function moveInstructions(entry: number, blocks: readonly Block[], system: Instructions[], writing: Writing): void {
  const texts = blocks.filter(({ kind }) => kind === "text");
  if (texts.length > 0) {
    writing.report.note(entry, "moved", "instructions that cannot stand here, put into the system field");
    system.push({ entry, blocks: texts });
  }
  if (texts.length < blocks.length)
    writing.report.note(entry, "dropped", "block that only instructions in the list hold");
}

/** Joins neighbours of one role, but for those that came as messages of their own. */
function joinNeighbours(list: readonly Draft[], writing: Writing): Draft[] {
  const joined: Draft[] = [];
  for (const draft of list) {
    const before = joined.at(-1);
    const isJoined =
      before?.role === draft.role && !draft.isApart && (draft.role === "user" || draft.role === "assistant");
    if (before === undefined || !isJoined) {
      joined.push(draft);
      continue;
    }
    if (!before.isResults) writing.report.note(draft.entry, "merged", "message, joined with the one before it");
    before.blocks.push(...draft.blocks);
    joined[joined.length - 1] = { ...before, isResults: false };
  }
  return joined;
}

/**
 * Takes thoughts from the end of an answer, which the endpoint refuses there. One that came so, and that others follow, was
 * taken before.
 *
 * @returns whether there were any
 */
function stripThoughts(draft: Draft, isLast: boolean, writing: Writing): boolean {
  const { role, form, blocks } = draft;
  if (role !== "assistant" || blocks.at(-1)?.kind !== "reasoning") return false;
  const isTaken =
    form !== undefined &&
    readSource(form, FORMAT)["thoughtLast"] === true &&
    form.content.length === blocks.length &&
    form.content.at(-1)?.type === "reasoning";
  if (isTaken && !isLast) return false;
  while (blocks.at(-1)?.kind === "reasoning") {
    const { entry, part } = blocks.pop()!;
    writing.report.note(entry, "dropped", "reasoning that nothing follows", `content[${part}]`);
  }
  return true;
}

/** No space may stand at the end of the list. That newer models refuse to go on from an answer is only told. */
function closeList(list: readonly Draft[], writing: Writing): void {
  const last = list.at(-1);
  const block = last?.blocks.at(-1);
  if (last?.role !== "assistant") return;
  const text = block?.value["text"];
  if (block?.kind === "text" && typeof text === "string" && text.trimEnd() !== text) {
    const path = block.part === undefined ? undefined : `content[${block.part}]`;
    writing.report.note(block.entry, "converted", "space at the end of the list, cut off", path);
    block.value["text"] = text.trimEnd();
    last.blocks[last.blocks.length - 1] = { ...block, text: block.text === undefined ? undefined : text.trimEnd() };
  }
  if (!isOwn(last.form) && block?.kind !== "call")
    writing.report.note(last.entry, "open", "list that ends on the model, which newer models refuse to go on from");
}

/** Takes the earliest cache marks away where there are more than a request may have. */
export function limitMarks(blocks: readonly Block[], writing: Writing): void {
  const marked: { readonly block: Record<string, unknown>; readonly entry: number }[] = [];
  for (const { value, entry } of blocks) {
    const { content } = value;
    const inner: readonly unknown[] = value["type"] === "tool_result" && Array.isArray(content) ? content : [];
    for (const block of inner) if (isMarked(block)) marked.push({ block, entry });
    if (isMarked(value)) marked.push({ block: value, entry });
  }
  for (const { block, entry } of marked.slice(0, Math.max(0, marked.length - MAX_MARKS))) {
    delete block["cache_control"];
    writing.report.note(entry, "dropped", "cache mark, of which a request may have four");
  }
}

function isMarked(block: unknown): block is Record<string, unknown> {
  if (!isPlainObject(block)) return false;
  return block["cache_control"] !== undefined && block["cache_control"] !== null;
}
