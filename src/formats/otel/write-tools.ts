import type { CustomPart, FilePart, TextPart, ToolCallPart, ToolResultPart } from "../../index.js";
import { readSource } from "../shared/form.js";
import { toJsonForm } from "../shared/json-form.js";
import { printsBack } from "../shared/object-input.js";
import type { PlainObject } from "../shared/plain.js";
import { NOT_JSON, readArguments, type Say, writeId, writeText } from "../shared/texts.js";
import { fileLine, textOfCustom } from "../shared/wording.js";
import { FORMAT } from "./form.js";

/** The fields of a call's part. */
export function writeCall(part: ToolCallPart, say: Say): PlainObject {
  const id = writeOwnId(part, say);
  const given = writeArguments(part, say);
  return {
    type: "tool_call",
    ...id,
    name: writeText(part.toolName, say),
    ...(given !== undefined && { arguments: given }),
  };
}

/** The id of a call, on itself and on its results; none where one was made for the transcript alone. */
export function writeOwnId(part: ToolCallPart | ToolResultPart, say: Say): { id?: string } {
  return readSource(part, FORMAT)["idless"] === true ? {} : { id: writeId(part.toolCallId, say) };
}

/** Arguments as a value, or as text where they came so or are no JSON; nothing where the call has none. */
function writeArguments(part: ToolCallPart, say: Say): unknown {
  const { input, inputText } = part;
  const source = readSource(part, FORMAT);
  if (inputText !== undefined && (source["arguments"] === "text" || input === inputText))
    return writeText(inputText, say);
  if (typeof input === "string") {
    // A text stands for what it says as JSON: one that would say something else is written as JSON itself.
    const isItself = readArguments(input).input === input;
    return writeText(isItself ? input : JSON.stringify(input), say);
  }
  const value = writeValue(input, source["exact"] === true, say);
  if (inputText !== undefined && !printsBack(inputText, input))
    say("converted", "arguments with numbers or keys that a value does not hold as they were written");
  return value;
}

/** A fresh copy of a value as JSON. */
function writeValue(given: unknown, isExact: boolean, say: Say): unknown {
  const { value, changed } = toJsonForm(given, { keepUndefined: isExact });
  if (changed) say("converted", NOT_JSON);
  return value;
}

/** The fields of a result's part. */
export function writeResult(part: ToolResultPart, say: Say): PlainObject {
  const { outcome } = part;
  const { response: noted } = readSource(part, FORMAT);
  const response = writeResponse(part, noted === "none", say);
  return {
    type: "tool_call_response",
    ...writeOwnId(part, say),
    ...(response !== undefined && { [noted === "result" ? noted : "response"]: response }),
    ...(outcome !== undefined && { outcome }),
  };
}

function writeResponse(part: ToolResultPart, isOptional: boolean, say: Say): unknown {
  if (part.content !== undefined) return writeContent(part.content, say);
  const { output } = part;
  if (output !== undefined || isOptional) return writeValue(output, readSource(part, FORMAT)["exact"] === true, say);
  say("converted", "undefined, sent as null");
  return null;
}

/** What the content of a result says, as one text. */
function writeContent(content: readonly (TextPart | FilePart | CustomPart)[], say: Say): string {
  const texts = content.flatMap((item) => {
    if (item.type === "text") return item.text;
    if (item.type === "file") {
      say("converted", "file in a result, named in text");
      return fileLine(item);
    }
    const text = textOfCustom(item);
    if (text === undefined) say("dropped", "part of a result that only another format knows");
    else say("converted", "part of another format in a result, its text kept");
    return text ?? [];
  });
  if (texts.length > 1) say("merged", "parts of a result, joined to one text");
  return writeText(texts.join("\n"), say);
}
