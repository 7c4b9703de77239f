import type { CustomPart } from "../../index.js";
import { toJsonForm } from "../shared/json-form.js";
import { isPlainObject } from "../shared/plain.js";
import { copyOwn, NOT_JSON, type Say } from "../shared/texts.js";
import { FORMAT } from "./form.js";

/** Keys that hold what only its issuer can read, in parts that only one format knows. */
const PROOFS: ReadonlySet<string> = new Set([
  "signature",
  "encrypted_content",
  "encrypted_index",
  "encrypted_stdout",
  "thoughtSignature",
  "thought_signature",
  "redactedContent",
]);

/** Writes what only one format knows: its own as it came, another's under that format's name and without proofs. */
export function writeCustom(part: CustomPart, say: Say): Record<string, unknown> {
  const { format, value } = part;
  if (format === FORMAT && isPlainObject(value) && typeof value["type"] === "string") return copyOwn(value, say);
  const { value: copy, changed } = toJsonForm(value);
  if (changed) say("converted", NOT_JSON);
  if (removeProofs(copy)) say("dropped", "proofs in a part of another format, which telemetry does not hold");
  return { type: "custom", format, value: copy };
}

/** Removes proofs from a fresh value. Returns whether there were any. */
function removeProofs(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  let isFound = false;
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (PROOFS.has(key) && typeof member === "string") {
      delete (value as Record<string, unknown>)[key];
      isFound = true;
    } else if (removeProofs(member)) isFound = true;
  }
  return isFound;
}
