import type { Entry, Part, ToolCallPart, ToolResultPart } from "../../index.js";
import { readSource } from "../shared/form.js";
import { pairCalls, type Pairs } from "../shared/pairs.js";
import { callKindOf, FORMAT } from "./form.js";
import { LOCAL_SHELL_OUTPUT, outputOf } from "./kinds.js";

/**
 * Pairs calls with results, where calls of two kinds may have the same id. O(parts).
 *
 * Where they do, each result belongs to a call of the kind that it answers. Ids are then those of {@link Call} no more.
 */
export function pairByKind(entries: readonly Entry[]): Pairs {
  // Nearly all conversations know functions alone.
  if (!entries.some((entry) => entry.toolCalls?.some((call) => callKindOf(call) !== "function_call"))) {
    return pairCalls(entries);
  }
  const outputs = new Map<string, string>();
  const shared = new Set<string>();
  for (const entry of entries) {
    if (entry.role !== "assistant") continue;
    for (const part of entry.content) {
      if (part.type !== "tool-call") continue;
      const output = outputOf(callKindOf(part));
      const other = outputs.get(part.toolCallId);
      if (other === undefined) outputs.set(part.toolCallId, output);
      else if (other !== output) shared.add(part.toolCallId);
    }
  }
  if (shared.size === 0) return pairCalls(entries);
  const keyOf = (id: string, output: string): string => (shared.has(id) ? `${output}\n${id}` : id);
  const keyed = entries.map((entry): Entry => {
    if (!entry.content.some((part) => part.type === "tool-result" && shared.has(part.toolCallId))) return entry;
    const content = entry.content.map((part): Part => {
      if (part.type !== "tool-result") return part;
      const given = answersOf(entry);
      const output =
        (given === LOCAL_SHELL_OUTPUT ? outputOf("local_shell_call") : given) ?? outputs.get(part.toolCallId) ?? "";
      return { ...(part as ToolResultPart), toolCallId: keyOf(part.toolCallId, output) };
    });
    return { role: entry.role, content } as unknown as Entry;
  });
  return pairCalls(keyed, (part) =>
    part.type === "tool-call" ? keyOf(part.toolCallId, outputOf(callKindOf(part))) : undefined,
  );
}

/** The type of the item that a result was read from. */
export function answersOf(entry: Entry): string | undefined {
  const { kind } = readSource(entry, FORMAT);
  return typeof kind === "string" ? kind : undefined;
}

/** The call that a part is. */
export function callAt(
  entries: readonly Entry[],
  place: { readonly entry: number; readonly part: number },
): ToolCallPart {
  return entries[place.entry]!.content[place.part] as ToolCallPart;
}
