import type { Entry, SystemEntry, ToolEntry, ToolResultPart, UserEntry } from "../../index.js";
import { writeExact } from "../shared/exact-copy.js";
import { readForm, readSource } from "../shared/form.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import { outputText, type Say, writeText } from "../shared/texts.js";
import { orphanLine, outcomePrefix } from "../shared/wording.js";
import { assemble, assembleWhole, type Said } from "./assemble.js";
import { type Kind, kindOfType } from "./envelope.js";
import { FORMAT, isOwn } from "./form.js";
import { AnswerWriter, toContent } from "./write-answer.js";
import { noteLost, writePlain, type Written } from "./write-blocks.js";
import { writeId } from "./write-calls.js";
import { type Block, sayOf, type Writing } from "./writing.js";

/** The kinds of message that an entry may be; the first is that of an entry from elsewhere. */
const KINDS: Readonly<Record<Entry["role"], readonly [Kind, ...Kind[]]>> = {
  system: ["system", "generic"],
  user: ["human", "generic"],
  assistant: ["ai", "generic", "remove"],
  tool: ["tool", "function"],
};

function kindOf(entry: Entry): Kind {
  const { type } = readSource(entry, FORMAT);
  const kinds = KINDS[entry.role];
  return kinds.find((kind) => typeof type === "string" && kindOfType(type) === kind) ?? kinds[0];
}

/** Writes a message of anybody but a tool; nothing where an entry from elsewhere says nothing. */
export function writeMessage(entry: Exclude<Entry, ToolEntry>, index: number, writing: Writing): Block | undefined {
  const say = sayOf(writing, index);
  const kind = kindOf(entry);
  const [part] = entry.content;
  if (kind === "remove") {
    const isWhole = entry.content.length === 1 && part?.type === "custom" && part.format === FORMAT;
    if (isWhole && isPlainObject(part.value))
      return assembleWhole(entry, kind, writeExact(part.value, say) as Block, say);
  }
  const said =
    entry.role === "assistant" ? new AnswerWriter(entry, index, writing).write() : speak(entry, index, writing);
  if (!isOwn(entry) && isSilent(said)) {
    say("dropped", "message without content");
    return undefined;
  }
  return assemble(entry, kind === "generic" ? withRole(said, entry, say) : said, say);
}

/** Whether a message says nothing at all. */
function isSilent({ content, fields, kwargs }: Said): boolean {
  const hasCalls = [fields["tool_calls"], fields["invalid_tool_calls"]].some(
    (calls) => Array.isArray(calls) && calls.length > 0,
  );
  return content.length === 0 && !hasCalls && Object.keys(kwargs).length === 0;
}

function withRole(said: Said, entry: Entry, say: Say): Said {
  const noted = readSource(entry, FORMAT)["role"];
  const role = typeof noted === "string" && noted !== "" ? writeText(noted, say) : entry.role;
  return { ...said, kind: "generic", fields: { role, ...said.fields } };
}

function speak(entry: UserEntry | SystemEntry, index: number, writing: Writing): Said {
  const say = sayOf(writing, index);
  const source = readSource(entry, FORMAT);
  const written = entry.content.map((part, position) => writePlain(part, sayOf(writing, index, position)));
  const blocks = written.filter((block) => block !== undefined);
  const form = readForm(source);
  // A participant without a name of its own is called by its role.
  const isRole = entry.name === source["role"] && !(form.keys?.includes("name") === true);
  const name = entry.name !== undefined && !isRole && { name: writeText(entry.name, say) };
  const kind = entry.role === "user" ? "human" : "system";
  return { kind, content: toOwnContent(entry, blocks), fields: { ...name }, kwargs: {} };
}

function toOwnContent(entry: Entry, blocks: readonly Written[]): string | readonly Written[] {
  return isOwn(entry) && readSource(entry, FORMAT)["content"] === "list" ? blocks : toContent(blocks);
}

/** Writes a result. */
export function writeResult(entry: ToolEntry, result: ToolResultPart, index: number, writing: Writing): Block {
  const position = entry.content.indexOf(result);
  const say = sayOf(writing, index, position);
  const own = isOwn(entry) ? readSource(entry, FORMAT) : {};
  const form = readForm(own);
  const isNamed = result.toolName !== undefined || getOwn(form.values, "name") !== undefined;
  const kind = kindOf(entry) === "function" && isNamed ? "function" : "tool";
  noteLost(result, [], say);
  const id = getOwn(form.values, "tool_call_id");
  const isMade = own["generated"] === true && (kind === "function" || id === null || id === "");
  const status = result.outcome === undefined ? (own["success"] === true ? "success" : undefined) : "error";
  return assemble(
    entry,
    {
      kind,
      content: writeBody(entry, result, say),
      fields: {
        ...(!isMade && { tool_call_id: writeId(result.toolCallId, say) }),
        ...(isMade && id === "" && { tool_call_id: "" }),
        ...(result.toolName !== undefined && { name: writeText(result.toolName, say) }),
        ...(status !== undefined && { status }),
      },
      kwargs: writeOutcome(entry, result, say),
    },
    say,
  );
}

function writeBody(entry: ToolEntry, { output, content }: ToolResultPart, say: Say): string | readonly Written[] {
  if (content === undefined) return outputText(output, say);
  const blocks = content.map((part, index) =>
    writePlain(part, (action, what) => say(action, `${what} (content[${index}] of the result)`)),
  );
  const written = blocks.filter((block) => block !== undefined);
  return isOwn(entry) ? toOwnContent(entry, written) : written;
}

/** How a call ended where the library knows no more than an error. */
function writeOutcome(entry: ToolEntry, { outcome }: ToolResultPart, say: Say): Block {
  if (outcome === undefined || outcome === "error") return {};
  const isNoted = readForm(readSource(entry, FORMAT)["kwargs"]).keys?.includes("colloquy") === true;
  if (!isNoted) say("converted", `outcome ${outcome}, written as an error that additional_kwargs tells apart`);
  return { colloquy: { outcome } };
}

/** A result that belongs to no call, as a message of a person's. */
export function writeOrphan(entry: ToolEntry, result: ToolResultPart, index: number, writing: Writing): Block {
  const say = sayOf(writing, index, entry.content.indexOf(result));
  say("converted", "result without its call, written as a human message");
  noteLost(result, [], say);
  const prefix = result.outcome === undefined ? "" : outcomePrefix(result.outcome);
  const body = writeBody({ ...entry, source: undefined } as unknown as ToolEntry, result, say);
  const line = orphanLine(result.toolName);
  const content =
    typeof body === "string"
      ? writeText([line, prefix + body].filter(Boolean).join("\n"), () => {})
      : [{ type: "text", text: writeText(`${line} ${prefix}`.trimEnd(), () => {}) }, ...body];
  return storeNew("human", { content });
}

/** A message as the library itself stores one. */
export function storeNew(kind: Kind, data: Block): Block {
  return { type: kind, data: { ...data, additional_kwargs: {}, response_metadata: {} } };
}
