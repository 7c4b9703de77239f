import type { ToolCallPart, ToolResultPart } from "../../index.js";
import { writeExact } from "../shared/exact-copy.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { toJsonForm } from "../shared/json-form.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import { NOT_JSON, outputText, type Say, writeText } from "../shared/texts.js";
import { outcomePrefix } from "../shared/wording.js";
import { writeFileItem } from "./files.js";
import { fits, isPreliminary, stateOf, takesApproval, UI_FORMAT, UI_PROVIDER } from "./ui-form.js";
import type { Runs } from "./ui-units.js";
import { textOfContent, writeCustomText } from "./write-result.js";
import { type Message, plainText, writeOptions, type Writing } from "./writing.js";

type Run = ReturnType<Runs["of"]>;

/**
 * Writes a call and what came of it as one part; for version 4 as an invocation, which the message may list apart.
 *
 * @param sayResult - tells of the result, which stands elsewhere
 */
export function writeUITool(
  call: ToolCallPart,
  run: Run,
  writing: Writing,
  say: Say,
  sayResult: Say,
): { part: Message; isListed: boolean } {
  const source = readSource(call, UI_FORMAT);
  const { shape } = source;
  const isOld = (shape === "invocation" || shape === "listed") && run.result?.outcome === undefined;
  if (isOld) {
    const invocation = writeInvocation(call, run, writing, say, sayResult);
    if (shape === "listed") return { part: invocation, isListed: true };
    const [type, toolInvocation] = ["tool-invocation", invocation];
    return { part: source["reversed"] === true ? { toolInvocation, type } : { type, toolInvocation }, isListed: false };
  }
  const isOwn = shape === "tool" || shape === "dynamic";
  const state = fits(source["state"], run, isPreliminary(source)) ? source["state"] : stateOf(run);
  const isDynamic = shape === "dynamic" || call.toolName === "";
  const name = writeText(call.toolName, say);
  const metadata = writeOptionsOf(call.providerMetadata, say);
  const isApproved = isOwn || takesApproval(state, run);
  if (run.request !== undefined && !isApproved)
    say("dropped", "approval, which a tool part of this state does not have");
  const fields = {
    type: isDynamic ? "dynamic-tool" : `tool-${name}`,
    ...(isDynamic && { toolName: name }),
    toolCallId: writeText(call.toolCallId, say),
    state,
    ...inputOf(call, isOwn, source, say),
    ...(run.request !== undefined && isApproved && { approval: writeApproval(run, say) }),
    ...outputOf(run.result, state, isOwn, source, writing, sayResult),
    ...(metadata !== undefined && { callProviderMetadata: metadata }),
  };
  const { result } = run;
  if (result?.providerMetadata !== undefined)
    sayResult("dropped", "metadata of a result, which has no place in a tool part");
  const part = writeObject({
    fields,
    form: isOwn ? readForm(source) : {},
    kept: metadataOf(call, UI_PROVIDER),
    guarded: ["type", "toolName", "toolCallId", "state"],
    onChange: () => say("converted", NOT_JSON),
  });
  if (part["preliminary"] === true && result !== undefined) delete part["preliminary"];
  return { part, isListed: false };
}

/** The metadata of other providers. */
export function writeOptionsOf(metadata: PlainObject | undefined, say: Say): unknown {
  if (metadata === undefined) return undefined;
  const { [UI_PROVIDER]: _own, ...others } = metadata;
  return writeOptions(others, true, say);
}

function writeInvocation(call: ToolCallPart, { result }: Run, writing: Writing, say: Say, sayResult: Say): Message {
  const source = readSource(call, UI_FORMAT);
  const absent = absentOf(source);
  return writeObject({
    fields: {
      state: result === undefined ? "call" : "result",
      toolCallId: writeText(call.toolCallId, say),
      toolName: writeText(call.toolName, say),
      ...(!(absent.includes("args") && call.input === undefined) && { args: writeExact(call.input, say) }),
      ...(result !== undefined &&
        !(absent.includes("result") && result.output === undefined) && {
          result: writeValue(result, true, writing, sayResult),
        }),
    },
    form: readForm(source),
    kept: metadataOf(call, UI_PROVIDER),
    guarded: ["state", "toolCallId", "toolName"],
    onChange: () => say("converted", NOT_JSON),
  });
}

function absentOf(source: PlainObject): readonly unknown[] {
  return Array.isArray(source["absent"]) ? source["absent"] : [];
}

function inputOf(call: ToolCallPart, isOwn: boolean, source: PlainObject, say: Say): Message {
  const { input } = call;
  if (isOwn && input === undefined && absentOf(source).includes("input")) return {};
  return { [source["raw"] === true ? "rawInput" : "input"]: isOwn ? writeExact(input, say) : writeForeign(input, say) };
}

function outputOf(
  result: ToolResultPart | undefined,
  state: string,
  isOwn: boolean,
  source: PlainObject,
  writing: Writing,
  say: Say,
): Message {
  if (result === undefined) return {};
  if (state === "output-available") {
    if (isOwn && result.content === undefined && result.output === undefined && absentOf(source).includes("output"))
      return {};
    return { output: writeValue(result, isOwn, writing, say) };
  }
  if (state !== "output-error") return {};
  const { outcome, output, content } = result;
  const text = content === undefined ? outputText(output, output === "" ? () => {} : say) : textOfContent(content, say);
  if (outcome === "error") return isOwn && text === "" ? {} : { errorText: text };
  say("converted", "outcome, written in front of the error");
  return { errorText: text.startsWith(outcomePrefix(outcome!)) ? text : outcomePrefix(outcome!) + text };
}

/** The output of a run: any value; content in the form that model messages have for it. */
function writeValue(result: ToolResultPart, isOwn: boolean, writing: Writing, say: Say): unknown {
  const { output, content } = result;
  if (content === undefined) return isOwn ? writeExact(output, say) : writeForeign(output, say);
  say("converted", "content of a result, written as a value");
  const value = content.flatMap((item) => {
    if (item.type === "text") return [plainText(item.text)];
    const written = item.type === "file" ? writeFileItem(item, writing, say) : undefined;
    if (item.type !== "custom") return written === undefined ? [] : [written];
    const text = writeCustomText(item, say);
    return text === undefined ? [] : [plainText(text)];
  });
  return { type: "content", value };
}

function writeForeign(value: unknown, say: Say): unknown {
  const { value: written, changed } = toJsonForm(value);
  if (changed) say("converted", NOT_JSON);
  return written;
}

function writeApproval({ request, response, isAnswered }: Run, say: Say): Message {
  const kept = getOwn(request!.providerMetadata, UI_PROVIDER);
  return writeObject({
    fields: {
      id: writeText(request!.approvalId, say),
      ...(isAnswered && { approved: response!.approved }),
      ...(response?.reason !== undefined && { reason: writeText(response.reason, say) }),
    },
    form: readForm(readSource(request!, UI_FORMAT)),
    kept: isPlainObject(kept) ? kept : undefined,
    guarded: ["id", "approved"],
    onChange: () => say("converted", NOT_JSON),
  });
}
