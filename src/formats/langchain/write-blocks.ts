import type { CustomPart, Part, RefusalPart, TextPart } from "../../index.js";
import { metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { writeExact } from "../shared/exact-copy.js";
import { toJsonForm } from "../shared/json-form.js";
import { isPlainObject } from "../shared/plain.js";
import { proofOwners } from "../shared/proofs.js";
import { NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { FORMAT, PROVIDER } from "./form.js";
import { writeFile } from "./write-files.js";
import type { Block } from "./writing.js";

/** Content as it is written: a block, or a text that stands for itself. */
export type Written = Block | string;

/** Writes text. */
export function writeTextBlock(part: TextPart, say: Say): Written {
  const text = writeText(part.text, say);
  const signature = metadataOf(part, "google")?.["thoughtSignature"];
  const isSigned = typeof signature === "string" && signature !== "";
  noteLost(part, ["google"], say);
  if (readSource(part, FORMAT)["bare"] === true && !isSigned) return text;
  return writeObject({
    fields: { type: "text", text, ...(isSigned && { thoughtSignature: writeText(signature, say) }) },
    form: readForm(readSource(part, FORMAT)),
    kept: metadataOf(part, PROVIDER),
    onChange: () => say("converted", NOT_JSON),
  });
}

/** Writes a refusal as a block. */
export function writeRefusal(part: RefusalPart, say: Say): Block {
  noteLost(part, [], say);
  return writeObject({
    fields: { type: "refusal", refusal: writeText(part.text, say) },
    form: readForm(readSource(part, FORMAT)),
    kept: metadataOf(part, PROVIDER),
    onChange: () => say("converted", NOT_JSON),
  });
}

/** Writes what only one format knows: its own as it came, another's as the block that the library has for it. */
export function writeCustom({ format, value }: CustomPart, say: Say): Block {
  if (format === FORMAT && isPlainObject(value) && value["type"] !== "text") return writeExact(value, say) as Block;
  say("converted", "part that only another format knows, put in a non_standard block");
  const held = toJsonForm(value).value;
  return { type: "non_standard", value: isPlainObject(held) ? held : { value: held ?? null } };
}

/** Writes what a message of any role may hold; nothing for what it may not. */
export function writePlain(part: Part, say: Say): Written | undefined {
  switch (part.type) {
    case "text":
      return writeTextBlock(part, say);
    case "file":
      noteLost(part, [], say);
      return writeFile(part, say);
    case "custom":
      return writeCustom(part, say);
    case "refusal":
      return writeRefusal(part, say);
    default:
      say("dropped", `${part.type}, which has no place in LangChain messages`);
      return undefined;
  }
}

/** Tells of proofs that have no place in what is written. */
export function noteLost(part: Part, owners: readonly string[], say: Say): void {
  const lost = proofOwners(part).filter((owner) => !owners.includes(owner));
  if (lost.length > 0) say("dropped", `proof that has no place here (${lost.join(", ")})`);
}
