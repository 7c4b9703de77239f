import type { Part } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import type { PlainObject } from "../shared/plain.js";
import { proofOwners } from "../shared/proofs.js";
import type { Report } from "../shared/report.js";
import { NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { writeFile } from "./files.js";
import { FORMAT, PROVIDER } from "./form.js";
import { writeCustom } from "./write-custom.js";
import { writeCall, writeResult } from "./write-tools.js";

/** What the writers of one conversion share. */
export interface Writing {
  readonly report: Report;
  /** What is told once alone. */
  readonly told: Set<string>;
}

/** Writes a part of a message; nothing where it has no place. */
export function writePart(part: Part, writing: Writing, say: Say): Record<string, unknown> | undefined {
  noteLeftOut(part, writing, say);
  if (part.type === "custom") return writeCustom(part, say);
  const fields = writeFields(part, say);
  if (fields === undefined || part.source === undefined) return fields;
  return writeObject({
    fields,
    form: readForm(readSource(part, FORMAT)),
    kept: metadataOf(part, PROVIDER),
    onChange: () => say("converted", NOT_JSON),
  });
}

/** Tells what telemetry does not hold, once for each kind. */
function noteLeftOut(part: Part, { told }: Writing, say: Say): void {
  const kinds = proofOwners(part).map((owner) => `proofs of a provider (${owner})`);
  if (part.type === "file" && part.filename !== undefined) kinds.push("names of files");
  for (const kind of kinds) {
    if (!told.has(kind)) say("dropped", `${kind}, which telemetry does not hold`);
    told.add(kind);
  }
}

/** The fields of a part, in the order in which this format writes them. */
function writeFields(part: Part, say: Say): PlainObject | undefined {
  switch (part.type) {
    case "text":
      return { type: "text", content: writeText(part.text, say) };
    case "reasoning":
      if (part.redacted !== true) return { type: "reasoning", content: writeText(part.text, say) };
      say("dropped", "reasoning that only its provider can read");
      return undefined;
    case "refusal":
      say("converted", "refusal, written as text");
      return { type: "text", content: writeText(part.text, say) };
    case "file":
      return writeFile(part, say);
    case "tool-call":
      return writeCall(part, say);
    case "tool-result":
      return writeResult(part, say);
    default:
      say("dropped", `${part.type}, which has no place in telemetry`);
      return undefined;
  }
}
