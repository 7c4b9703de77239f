import type {
  ApprovalRequestPart,
  ApprovalResponsePart,
  CustomPart,
  ToolCallPart,
  ToolResultPart,
} from "../../index.js";
import { sortKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { describeUIPart, fits, stateOf, UI_FORMAT, UI_KEYS, UI_PROVIDER, type UIPartForm } from "./ui-form.js";

/** What a tool part gives: a call, and what came of it. */
export interface ReadTool {
  readonly call: ToolCallPart;
  readonly request?: ApprovalRequestPart | undefined;
  readonly response?: ApprovalResponsePart | undefined;
  readonly result?: ToolResultPart | undefined;
  /** The provider ran it: the result stands behind the call. */
  readonly isInner: boolean;
}

const STATES: readonly unknown[] =
  "input-available approval-requested approval-responded output-available output-error output-denied".split(" ");

/** Reads a tool part; the part whole where it is no call yet, or in a state that this release does not know. */
export function readUITool(part: PlainObject, type: string, at: Place): ReadTool | CustomPart | undefined {
  const { state } = part;
  if (!STATES.includes(state)) return { type: "custom", format: UI_FORMAT, value: part };
  const isDynamic = type === "dynamic-tool";
  const toolCallId = at.in("toolCallId").text(part["toolCallId"], true);
  const toolName = isDynamic ? at.in("toolName").text(part["toolName"]) : type.slice("tool-".length);
  const taken = ["type", "toolCallId", "state", ...(isDynamic ? ["toolName"] : [])];
  const isRaw = part["input"] === undefined && part["rawInput"] !== undefined;
  const input = isRaw ? part["rawInput"] : part["input"];
  if (isRaw || Object.hasOwn(part, "input")) taken.push(isRaw ? "rawInput" : "input");
  const approval = readApproval(part["approval"], toolCallId ?? "", at.in("approval"));
  if (approval !== undefined) taken.push("approval");
  const result = readResult(part, state as string, toolCallId ?? "", toolName, approval?.response, taken);
  const run = {
    result,
    isAsked: approval !== undefined,
    isAnswered: approval?.response !== undefined,
    isRefused: approval?.response?.approved === false,
  };
  const hasOutput = result === undefined || result.outcome !== undefined || Object.hasOwn(part, "output");
  const absent = [...(taken.some((key) => /input/i.test(key)) ? [] : ["input"]), ...(hasOutput ? [] : ["output"])];
  const noted: UIPartForm = {
    shape: isDynamic ? "dynamic" : "tool",
    ...(absent.length > 0 && { absent }),
    ...(state !== stateOf(run) && fits(state, run, part["preliminary"] === true) && { state }),
    ...(isRaw && { raw: true as const }),
  };
  if (noted.state === undefined && state !== stateOf(run)) return { type: "custom", format: UI_FORMAT, value: part };
  const described = describeUIPart(part, UI_KEYS.tool, taken, noted, at, "callProviderMetadata");
  if (toolCallId === undefined || toolName === undefined) return undefined;
  return {
    call: { type: "tool-call", toolCallId, toolName, input, ...described },
    ...approval,
    result,
    isInner: part["providerExecuted"] === true,
  };
}

function readResult(
  part: PlainObject,
  state: string,
  toolCallId: string,
  toolName: string | undefined,
  response: ApprovalResponsePart | undefined,
  taken: string[],
): ToolResultPart | undefined {
  const head = { type: "tool-result" as const, toolCallId, ...(toolName !== undefined && { toolName }) };
  if (state === "output-available" && part["preliminary"] !== true) {
    if (Object.hasOwn(part, "output")) taken.push("output");
    return { ...head, output: part["output"] };
  }
  if (state === "output-error") {
    const { errorText } = part;
    if (typeof errorText === "string" && errorText !== "") taken.push("errorText");
    return { ...head, outcome: "error", output: typeof errorText === "string" ? errorText : "" };
  }
  const isDenied = state === "output-denied" || (state === "approval-responded" && response?.approved === false);
  return isDenied ? { ...head, outcome: "denied", output: response?.reason ?? "" } : undefined;
}

function readApproval(
  value: unknown,
  toolCallId: string,
  at: Place,
): { readonly request: ApprovalRequestPart; readonly response?: ApprovalResponsePart } | undefined {
  if (!isPlainObject(value) || typeof value["id"] !== "string" || value["id"] === "") return undefined;
  const { id: approvalId, approved, reason } = value;
  const isAnswered = typeof approved === "boolean";
  const hasReason = isAnswered && typeof reason === "string";
  const taken = ["id", ...(isAnswered ? ["approved"] : []), ...(hasReason ? ["reason"] : [])];
  const { form, kept } = sortKeys(value, UI_KEYS.approval, taken, at);
  const described = {
    ...(kept !== undefined && { providerMetadata: { [UI_PROVIDER]: kept } }),
    ...toSource(UI_FORMAT, form),
  };
  const request: ApprovalRequestPart = { type: "approval-request", approvalId, toolCallId, ...described };
  if (!isAnswered) return { request };
  const response: ApprovalResponsePart = {
    type: "approval-response",
    approvalId,
    approved,
    ...(hasReason && { reason }),
  };
  return { request, response };
}

/** Reads a call as version 4 had it; the object whole where it is no call yet. */
export function readInvocation(value: unknown, shape: "invocation" | "listed", at: Place): ReadTool | undefined {
  const object = at.object(value);
  if (object === undefined) return undefined;
  const { state } = object;
  const toolCallId = at.in("toolCallId").text(object["toolCallId"], true);
  const toolName = at.in("toolName").text(object["toolName"]);
  const isDone = state === "result";
  const taken = ["state", "toolCallId", "toolName"];
  if (Object.hasOwn(object, "args")) taken.push("args");
  if (isDone && Object.hasOwn(object, "result")) taken.push("result");
  const absent = ["args", ...(isDone ? ["result"] : [])].filter((key) => !taken.includes(key));
  const noted: UIPartForm = { shape, ...(absent.length > 0 && { absent }) };
  const described = describeUIPart(object, UI_KEYS.invocation, taken, noted, at, null);
  if (toolCallId === undefined || toolName === undefined) return undefined;
  return {
    call: { type: "tool-call", toolCallId, toolName, input: object["args"], ...described },
    ...(isDone && { result: { type: "tool-result", toolCallId, toolName, output: object["result"] } }),
    isInner: false,
  };
}
