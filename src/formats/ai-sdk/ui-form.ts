import type { Part, ToolResultPart } from "../../index.js";
import { type ObjectForm, sortKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";

/** How sources and custom parts of this format are marked. */
export const UI_FORMAT = "ai-sdk-ui";
/** Whose metadata holds what only this format knows. */
export const UI_PROVIDER = "ai-sdk-ui";
/** How errors call what is read and written. */
export const UI_WHAT = "UI messages";

/** The keys of each kind of object, in the order in which they are written. */
export const UI_KEYS = {
  message: ["id", "metadata", "role", "parts"],
  text: ["type", "text", "state", "providerMetadata"],
  file: ["type", "mediaType", "filename", "url", "providerMetadata"],
  tool: [
    "type",
    "toolName",
    "toolCallId",
    "state",
    "input",
    "rawInput",
    "approval",
    "output",
    "errorText",
    "callProviderMetadata",
  ],
  approval: ["id", "approved", "reason"],
  invocation: ["state", "toolCallId", "toolName", "args", "result"],
} as const;

/** What is noted of a message. */
export interface UIMessageForm extends ObjectForm {
  /** The role, where the entry's own does not tell it. */
  readonly role?: string;
  /** Where the entry stands among those of one message. */
  readonly group?: "start" | "middle" | "end";
  /** How many steps begin in front of the entry's parts, and behind them. */
  readonly steps?: number;
  readonly trailing?: number;
  /** What was said came as `content`, as in version 4. */
  readonly content?: true;
}

/** What is noted of a part. */
export interface UIPartForm extends ObjectForm {
  /** What a tool part said of its run, where its call and result do not tell it; whether a text was still growing. */
  readonly state?: string;
  /** How a tool part came, where not under its tool's name: version 4 had two ways. */
  readonly shape?: "tool" | "dynamic" | "invocation" | "listed";
  /** A file came without a media type. */
  readonly untyped?: true;
  /** The input came as `rawInput`. */
  readonly raw?: true;
  /** Keys that were not there although the part is as far as they tell. */
  readonly absent?: readonly string[];
  /** `toolInvocation` stood before `type`. */
  readonly reversed?: true;
}

/** The keys that tell how a part came: its form, and the metadata of providers. */
export function describeUIPart(
  object: PlainObject,
  known: readonly string[],
  taken: readonly string[],
  noted: UIPartForm,
  at: Place,
  metadataKey: string | null = "providerMetadata",
): Pick<Part, "source" | "providerMetadata"> {
  const given = metadataKey === null ? undefined : object[metadataKey];
  const isTaken =
    metadataKey !== null &&
    isPlainObject(given) &&
    Object.keys(given).length > 0 &&
    !Object.hasOwn(given, UI_PROVIDER) &&
    at.in(metadataKey).plain(given);
  const { form, kept } = sortKeys(object, known, isTaken ? [...taken, metadataKey] : taken, at);
  const metadata = { ...(isTaken && given), ...(kept !== undefined && { [UI_PROVIDER]: kept }) };
  return {
    ...(Object.keys(metadata).length > 0 && { providerMetadata: metadata }),
    ...toSource(UI_FORMAT, noted, form),
  };
}

/** What is known of a call beside its input. */
export interface Run {
  readonly result: ToolResultPart | undefined;
  readonly isAsked: boolean;
  readonly isAnswered: boolean;
  readonly isRefused: boolean;
}

/** The state of a tool part, as far as its call, result and approval tell it. */
export function stateOf({ result, isAsked, isAnswered, isRefused }: Run): string {
  if (result === undefined)
    return isAnswered ? "approval-responded" : isAsked ? "approval-requested" : "input-available";
  if (result.outcome === undefined) return "output-available";
  return result.outcome === "denied" && isRefused ? "output-denied" : "output-error";
}

/** Whether a state that was noted still says what is so. */
export function fits(state: unknown, { result, isAsked, isAnswered }: Run, isPreliminary: boolean): state is string {
  switch (state) {
    case "input-available":
      return result === undefined;
    case "approval-requested":
      return result === undefined && isAsked;
    case "approval-responded":
      return isAnswered && (result === undefined || result.outcome === "denied");
    case "output-available":
      return result === undefined ? isPreliminary : result.outcome === undefined;
    case "output-denied":
      return result?.outcome === "denied";
    default:
      return false;
  }
}

/** Whether an output was not the last one. */
export function isPreliminary(source: PlainObject): boolean {
  return getOwn(source["values"], "preliminary") === true;
}

/** Whether the SDK takes an approval in a tool part of a state. */
export function takesApproval(state: string, { isAnswered, isRefused }: Run): boolean {
  if (state === "approval-requested") return !isAnswered;
  if (state === "approval-responded") return isAnswered;
  return state === "output-denied" ? isRefused : state.startsWith("output-") && isAnswered && !isRefused;
}
