import type { Entry, EntryInput, Part, TextPart, Transcript } from "../../index.js";
import { readSource, sortKeys, toSource } from "../shared/form.js";
import { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { type ContentForm, FORMAT, KEYS, MEMBERS, type PartForm, PROVIDER } from "./form.js";
import { Links } from "./links.js";
import { type Holder, readPart } from "./read-parts.js";

/** Who speaks in a content of a role: the two that the provider takes, and what others and older ones mean. */
const SPEAKERS: Readonly<Record<string, "user" | "model" | "system">> = {
  user: "user",
  model: "model",
  function: "user",
  tool: "user",
  assistant: "model",
  system: "system",
};

type Described = (noted: ContentForm) => Pick<EntryInput, "source" | "providerMetadata">;

/** Reads contents into entries, one after the other. */
export class ContentReader {
  readonly entries: EntryInput[] = [];
  readonly #links: Links;

  constructor(readonly after: Transcript) {
    this.#links = new Links(after);
  }

  /** Reads the instructions: a string, a part, a list of both, or a content. */
  readInstructions(value: unknown, at: Place): void {
    if (typeof value === "string") {
      this.#add("system", [readString(value)], toSource(FORMAT, { carrier: "text" }));
    } else if (Array.isArray(value)) {
      const content = at.list(value)?.map((item, index) => this.#readInstruction(item, index, at.in(index))) ?? [];
      this.#add("system", content, toSource(FORMAT, { carrier: "list" }));
    } else if (isPlainObject(value) && ("parts" in value || "role" in value)) {
      const role = value["role"];
      const isTaken = typeof role === "string" && role !== "";
      const described = this.#describe(value, isTaken ? ["role", "parts"] : ["parts"], at);
      this.#add("system", this.#readParts(value["parts"], "system", at), described(isTaken ? { role } : {}));
    } else {
      this.#add("system", [this.#readInstruction(value, 0, at)], toSource(FORMAT, { carrier: "part" }));
    }
  }

  #readInstruction(value: unknown, part: number, at: Place): Part | undefined {
    if (typeof value === "string") return readString(value);
    return readPart(value, "system", { entry: this.#next, part }, this.#links, at);
  }

  readContent(value: unknown, place: Place): void {
    const content = place.object(value);
    if (content === undefined) return;
    const role = content["role"] ?? undefined;
    if (role !== undefined && typeof role !== "string") return place.in("role").expected("a string", role);
    const at = role === "user" || role === "model" ? new Place(place.faults, place.message, role) : place;
    if (content["parts"] === undefined && Object.keys(content).some((key) => MEMBERS.includes(key)))
      return at.expected("a content with parts", content);
    // Another format's message: all that it says would be taken for something beside the parts.
    if (content["parts"] === undefined && "content" in content) return at.in("parts").expected("an array", undefined);
    const isNamed = role !== undefined && role !== "";
    const speaker = isNamed && Object.hasOwn(SPEAKERS, role) ? SPEAKERS[role]! : isNamed ? "stranger" : "user";
    const isKnown = role === speaker;
    const described = this.#describe(content, isNamed ? ["role", "parts"] : ["parts"], at);
    this.#links.nextStep();
    const parts = this.#readParts(content["parts"], speaker, at);
    const noted: ContentForm = {
      ...(isNamed ? !isKnown && { role } : { roleless: true }),
      ...(speaker !== "stranger" && this.#follows(speaker) && { apart: true }),
    };
    if (speaker === "user") this.#addUser(parts, noted, described);
    else if (speaker === "model") this.#add("assistant", parts, described({ ...noted, own: true }));
    else if (speaker === "system") this.#add("system", parts, described({ ...noted, carrier: "contents" }));
    else this.#add("user", parts, described(noted));
  }

  /** Responses become entries of their own, and so does what stands between them. */
  #addUser(parts: readonly (Part | undefined)[], noted: ContentForm, described: Described): void {
    const runs: Part[][] = [];
    for (const part of parts) {
      const run = runs.at(-1);
      if (part === undefined) continue;
      if (run === undefined || part.type === "tool-result" || run[0]?.type === "tool-result") runs.push([part]);
      else run.push(part);
    }
    if (runs.length === 0) runs.push([]);
    runs.forEach((run, index) => {
      const more: ContentForm = index < runs.length - 1 ? { more: true } : {};
      const form = index === 0 ? described({ ...noted, ...more }) : toSource(FORMAT, { joined: true, ...more });
      this.#add(run[0]?.type === "tool-result" ? "tool" : "user", run, form);
    });
  }

  #readParts(value: unknown, holder: Holder, at: Place): (Part | undefined)[] {
    if (value === undefined || value === null) return [];
    const place = at.in("parts");
    const entry = this.#next;
    const list = place.list(value) ?? [];
    return list.map((part, index) => readPart(part, holder, { entry, part: index }, this.#links, place.in(index)));
  }

  #add(
    role: "system" | "user" | "assistant" | "tool",
    parts: readonly (Part | undefined)[],
    described: Pick<EntryInput, "source" | "providerMetadata">,
  ): void {
    this.entries.push({ role, content: parts.filter((part) => part !== undefined), ...described } as EntryInput);
  }

  /** The index of the next entry in the transcript. */
  get #next(): number {
    return this.after.length + this.entries.length;
  }

  /** Whether the content before is of the same speaker, so that only its form tells the next one from a part of it. */
  #follows(speaker: "user" | "model" | "system"): boolean {
    const entry = this.entries.at(-1) ?? this.after.at(-1);
    if (entry === undefined || speaker === "system") return false;
    if (entry.role === "assistant") return speaker === "model";
    const isStranger = readSource(entry as Entry, FORMAT)["role"] !== undefined;
    return speaker === "user" && (entry.role === "tool" || (entry.role === "user" && !isStranger));
  }

  #describe(content: PlainObject, taken: readonly string[], at: Place): Described {
    const { form, kept } = sortKeys(content, KEYS.content, taken, at);
    return (noted) => ({
      ...(kept !== undefined && { providerMetadata: { [PROVIDER]: kept } }),
      ...toSource(FORMAT, { ...noted, ...form }),
    });
  }
}

/** Reads instructions, or a part of them, that are a string. */
function readString(text: string): TextPart {
  const noted: PartForm = { string: true, ...(text.trim() === "" && { own: true }) };
  return { type: "text", text, ...toSource(FORMAT, noted) };
}
