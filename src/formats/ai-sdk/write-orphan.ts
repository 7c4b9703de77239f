import type { ToolResultPart } from "../../index.js";
import { outputText, type Say, writeText } from "../shared/texts.js";
import { orphanLine, outcomePrefix } from "../shared/wording.js";
import { writeFile } from "./files.js";
import { type Message, plainText, writeCustom, type Writing } from "./writing.js";

/** A result that belongs to no call, as text of the user's. */
export function writeOrphan(
  { toolName, outcome, output, content }: ToolResultPart,
  writing: Writing,
  say: Say,
): Message {
  say("converted", "result without its call, written as a user message");
  const line = orphanLine(toolName);
  const prefix = outcome === undefined ? "" : outcomePrefix(outcome);
  if (content === undefined) {
    const text = prefix + outputText(output, say);
    return { role: "user", content: writeText(text === "" ? line : `${line}\n${text}`, () => {}) };
  }
  const parts = content.map((item) => {
    if (item.type === "text") return plainText(writeText(item.text, say));
    if (item.type === "custom") return writeCustom({ ...item, format: "unknown" }, "user", writing, say);
    return writeFile(item, "user", writing, say);
  });
  const written = parts.filter((part) => part !== undefined);
  return { role: "user", content: [plainText(prefix === "" ? line : `${line} ${prefix.trimEnd()}`), ...written] };
}
