import type { CustomPart, FilePart, TextPart, ToolResultPart } from "../../index.js";
import { metadataOf, readSource } from "../shared/form.js";
import { toJsonForm } from "../shared/json-form.js";
import { getOwn, isPlainObject } from "../shared/plain.js";
import { copyOwn, keepText, NOT_JSON, noteProofs, resultText, writeText } from "../shared/texts.js";
import { fileLine, outcomePrefix } from "../shared/wording.js";
import { writeFile } from "./files.js";
import { FORMAT, PROVIDER, wrapKey } from "./form.js";
import { writeName } from "./write-parts.js";
import { type Piece, surround, type Telling, writeInner } from "./writing.js";

/** The call that a response answers, as it is sent. */
export interface Asked {
  readonly name: string;
  readonly id: string | undefined;
}

/** What a response says, and the files beside it. */
interface Body {
  readonly response: Record<string, unknown>;
  readonly parts?: readonly unknown[] | undefined;
}

/** Writes a result as the response to its call: under the call's name, with an id if the provider knows one. */
export function writeResponse(part: ToolResultPart, asked: Asked, ownId: string | undefined, telling: Telling): Piece {
  const { response, parts = keptParts(part, telling) } =
    part.content === undefined ? writeOutput(part, telling) : writeContent(part, telling);
  const id = ownId === undefined ? undefined : (asked.id ?? ownId);
  if (part.toolName !== undefined && writeName(part.toolName) !== asked.name)
    telling.say("converted", "name of a result, which is that of its call");
  const fields = {
    ...(id !== undefined && { id: writeText(id, telling.say) }),
    name: asked.name,
    response,
    ...(parts !== undefined && { parts }),
  };
  const value = surround(part, "functionResponse", writeInner(part, "functionResponse", fields, telling), telling);
  return { value, kind: "other", entry: telling.entry, part: telling.part };
}

/** Files that came beside a response which text cannot tell. */
function keptParts(part: ToolResultPart, telling: Telling): readonly unknown[] | undefined {
  const parts = getOwn(getOwn(metadataOf(part, PROVIDER), "functionResponse"), "parts");
  if (!Array.isArray(parts) || !parts.every(isPlainObject)) return undefined;
  return parts.map((item) => copyOwn(item, telling.say));
}

/** A value stands in the response as it is, if it is an object; alone in one, if it is not, or would be taken for that. */
function writeOutput(part: ToolResultPart, telling: Telling): Body {
  const { outcome, output } = part;
  const { say } = telling;
  if (output === undefined) say("converted", "undefined, sent as an empty object");
  if (outcome === "denied" || outcome === "aborted") {
    say("converted", "outcome, written in front of the result");
    const isBare = output === undefined || output === "";
    const text = isBare ? outcomePrefix(outcome).trimEnd() : resultText(part, say);
    return { response: { error: writeText(text, say) } };
  }
  if (output === undefined) return { response: outcome === "error" ? { error: "" } : {} };
  const source = readSource(part, FORMAT);
  if (source["loose"] === true && !isPlainObject(output)) say("converted", "response that is no object, put in one");
  const { value, changed } = toJsonForm(output, { keepUndefined: source["exact"] === true });
  if (changed) say("converted", NOT_JSON);
  if (outcome === "error") return { response: { error: value } };
  return { response: isPlainObject(value) && wrapKey(value) === undefined ? value : { output: value } };
}

/** Texts are one in the response. Files stand beside it where they came so or that is asked for, and are named in it elsewhere. */
function writeContent(part: ToolResultPart, telling: Telling): Body {
  const { outcome, content = [] } = part;
  const isWithFiles = telling.writing.hasFilesInResults || readSource(part, FORMAT)["files"] === true;
  const files: unknown[] = [];
  const lines: string[] = [];
  for (const inner of content) {
    const file = isWithFiles ? writeBeside(inner, telling) : undefined;
    if (file !== undefined) files.push(file);
    else lines.push(...writeLine(inner, telling));
  }
  const parts = files.length === 0 ? undefined : files;
  const whole = lines.length === 1 ? wholeOf(content) : undefined;
  if (whole !== undefined && (wrapKey(whole) === "error") === (outcome === "error")) return { response: whole, parts };
  const prefix = outcome === undefined || outcome === "error" ? "" : outcomePrefix(outcome);
  if (prefix !== "") telling.say("converted", "outcome, written in front of the result");
  if (lines.length > 1) telling.say("merged", "texts of a result, joined to one");
  const said = lines.join("\n");
  const text = writeText(said === "" ? prefix.trimEnd() : prefix + said, telling.say);
  if (outcome !== undefined) return { response: { error: text }, parts };
  return { response: lines.length === 0 && parts !== undefined ? {} : { output: text }, parts };
}

/** The object that the one text of a result stands for, if it came so. */
function wholeOf(content: readonly (TextPart | FilePart | CustomPart)[]): Record<string, unknown> | undefined {
  const text = content.find((part) => part.type === "text");
  if (text === undefined || readSource(text, FORMAT)["json"] !== true) return undefined;
  try {
    const { value } = toJsonForm(JSON.parse(text.text));
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function writeBeside(part: TextPart | FilePart | CustomPart, telling: Telling): unknown {
  if (part.type === "file") return writeFile(part, telling);
  const isOwn = part.type === "custom" && part.format === FORMAT && isPlainObject(part.value);
  return isOwn ? copyOwn(part.value, telling.say) : undefined;
}

function writeLine(part: TextPart | FilePart | CustomPart, telling: Telling): readonly string[] {
  noteProofs(part, telling.say);
  if (part.type === "text") return [part.text];
  if (part.type === "file") {
    telling.say("converted", "file in a result, named in its text");
    return [fileLine(part)];
  }
  const text = keepText(part, telling.say);
  return text === undefined ? [] : [text];
}
