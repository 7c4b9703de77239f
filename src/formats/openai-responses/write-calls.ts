import type { Entry, ToolCallPart, ToolResultPart } from "../../index.js";
import { readForm, readSource, writeObject } from "../shared/form.js";
import { spellHash } from "../shared/ids.js";
import type { Call, Pairs } from "../shared/pairs.js";
import type { Report } from "../shared/report.js";
import { argumentsOf, copyOwn, freeTextOf, NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { writeToolName } from "../shared/tool-names.js";
import { callKindOf, FORMAT, isRun, takesCallId } from "./form.js";
import { CALLS, outputOf } from "./kinds.js";
import { answersOf, callAt } from "./pairing.js";
import { itemIdOf, keptOf, pathOf, type SentCall } from "./writing.js";

/** Decides for every call how it is sent: as which kind of item, and under which id. O(calls). */
export function planCalls(
  entries: readonly Entry[],
  pairs: Pairs,
  aborts: boolean,
  report: Report,
): ReadonlyMap<Call, SentCall> {
  const sent = new Map<Call, SentCall>();
  const ids = new Map<string, CallIds>();
  // The entry where the last of the calls with an id has its result.
  const busy = new Map<string, number>();
  entries.forEach((entry, index) => {
    for (const call of pairs.callsOf(index)) {
      // What the provider ran itself is written as text.
      if (call.answer?.entry === index) continue;
      const say: Say = (action, what) => report.note(index, action, what, pathOf(call.part));
      const part = callAt(entries, call);
      const kind = chooseKind(entries, part, call, pairs.pendingEntry === index && !aborts, say);
      const output = outputOf(kind);
      if (!ids.has(output)) ids.set(output, new CallIds());
      const until = busy.get(part.toolCallId) ?? -1;
      // The way back restores an id whose earlier calls have their results by then, and has restored this one.
      const isRestored = (): boolean => readSource(part, FORMAT)["again"] === true || (until < index && !isRun(entry));
      sent.set(call, { kind, id: ids.get(output)!.choose(part, isRestored, say) });
      busy.set(part.toolCallId, Math.max(until, call.answer?.entry ?? index));
    }
  });
  return sent;
}

/** A call of one of the provider's own tools can only be one where its result is one too. */
function chooseKind(entries: readonly Entry[], part: ToolCallPart, call: Call, waits: boolean, say: Say): string {
  const kind = callKindOf(part);
  const { takes, output } = CALLS[kind]!;
  if (kind === "function_call" || kind === "custom_tool_call") return kind;
  const isSound =
    takes === undefined || (call.answer === undefined ? waits : isOwnResult(entries, call.answer, output, takes));
  if (isSound) return kind;
  say("converted", "call of a tool of the provider, written as a function call");
  return "function_call";
}

/** Whether a result can be sent as the kind of item that it came from. */
function isOwnResult(
  entries: readonly Entry[],
  place: { readonly entry: number; readonly part: number },
  output: string,
  takes: (result: unknown) => boolean,
): boolean {
  const entry = entries[place.entry]!;
  const result = entry.content[place.part] as ToolResultPart;
  return (
    answersOf(entry) === output && result.content === undefined && result.outcome === undefined && takes(result.output)
  );
}

/** Gives calls that are answered alike ids of their own. */
class CallIds {
  /** How often each id was used. */
  readonly #counts = new Map<string, number>();
  readonly #used = new Set<string>();

  /**
   * The id under which a call is sent: its own unless the endpoint refuses it or another call has it.
   *
   * @param isRestored - whether the way back can tell the id from that of an earlier call
   */
  choose(part: ToolCallPart, isRestored: () => boolean, say: Say): string {
    const id = part.toolCallId;
    const isTaken = takesCallId(id);
    if (!isTaken && readSource(part, FORMAT)["longId"] === true)
      say("converted", "call id that the endpoint refuses, replaced by its hash");
    let count = (this.#counts.get(id) ?? 0) + 1;
    let sent = count === 1 && isTaken ? id : spellHash(id, count);
    const isTwice = count > 1 || this.#used.has(sent);
    if (isTwice && !isRestored()) say("converted", "id that another call has, replaced");
    for (; this.#used.has(sent); sent = spellHash(id, count)) count += 1;
    this.#counts.set(id, count);
    this.#used.add(sent);
    return sent;
  }
}

/** Writes a call. */
export function writeCall(call: ToolCallPart, { kind, id }: SentCall, say: Say): Record<string, unknown> {
  const isSame = callKindOf(call) === kind;
  const itemId = itemIdOf(call);
  const fields = {
    type: kind,
    call_id: id,
    ...(kind === "function_call" || kind === "custom_tool_call"
      ? writeNamed(call, kind, say)
      : writeValue(call, kind, say)),
    ...(itemId !== undefined && { id: itemId }),
  };
  const form = isSame ? readForm(readSource(call, FORMAT)) : {};
  if (form.keys === undefined) return fields;
  if (form.values !== undefined && Object.hasOwn(form.values, "id") && form.values["id"] === "")
    say("dropped", "empty item id");
  return writeObject({
    fields,
    form,
    kept: keptOf(call, "item"),
    guarded: [...Object.keys(fields), "id"],
    onChange: () => say("converted", NOT_JSON),
  });
}

function writeNamed(call: ToolCallPart, kind: string, say: Say): Record<string, string> {
  const source = readSource(call, FORMAT);
  const name = writeToolName(call.toolName);
  if (name !== call.toolName && source["spelled"] !== true) {
    say("converted", `tool name that the endpoint refuses, written as ${name}: declare the tool under this name`);
  }
  const text = kind === "custom_tool_call" ? freeTextOf(call, say) : argumentsOf(call, source, say);
  return { name, [CALLS[kind]!.input]: writeText(text, say) };
}

function writeValue(call: ToolCallPart, kind: string, say: Say): Record<string, unknown> {
  if (call.input === undefined) return {};
  const key = kind === "computer_call" && Array.isArray(call.input) ? "actions" : CALLS[kind]!.input;
  return { [key]: copyOwn(call.input, say) };
}
