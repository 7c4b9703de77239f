import type { Prompt } from "./models.js";

/** The calls and results of a prompt that have lost their other half. */
export function lostHalves(prompt: Prompt): string[] {
  const idsOf = (type: string): string[] =>
    prompt
      .flatMap(({ content }): readonly object[] => (typeof content === "string" ? [] : content))
      .flatMap((part) =>
        "type" in part && part.type === type && "toolCallId" in part ? [String(part.toolCallId)] : [],
      );
  const calls = idsOf("tool-call");
  const results = idsOf("tool-result");
  return [...calls.filter((id) => !results.includes(id)), ...results.filter((id) => !calls.includes(id))];
}
