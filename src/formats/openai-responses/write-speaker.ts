import type { SystemEntry, UserEntry } from "../../index.js";
import { isDeveloper, readForm, readSource, writeObject } from "../shared/form.js";
import { getOwn } from "../shared/plain.js";
import { NOT_JSON, noteProofs, type Say, writeText } from "../shared/texts.js";
import { speakerLine } from "../shared/wording.js";
import { FORMAT, PROVIDER } from "./form.js";
import { isText } from "./kinds.js";
import {
  type Draft,
  itemIdOf,
  keptOf,
  pathOf,
  plainText,
  writeContent,
  writeCustom,
  writeFilePart,
  writeTextPart,
  type Writing,
  type WrittenPart,
} from "./writing.js";

/** Roles that this release knows, some of them of other formats. */
const KNOWN_ROLES: readonly unknown[] = ["system", "developer", "user", "assistant", "tool", "function", "model"];

/** Writes a system or user entry; nothing where it says nothing. */
export function writeSpeaker(entry: SystemEntry | UserEntry, index: number, writing: Writing): Draft | undefined {
  const written = entry.content.map((part, position): WrittenPart | undefined => {
    const say: Say = (action, what) => writing.report.note(index, action, what, pathOf(position));
    noteProofs(part, say, PROVIDER);
    if (part.type === "text") return writeTextPart(part, "input", say);
    if (part.type === "custom") return writeCustom(part, "input", say);
    if (part.type === "file") return writeFilePart(part, false, say);
    say("dropped", `${part.type} that has no place in a ${entry.role} message`);
    return undefined;
  });
  const say: Say = (action, what) => writing.report.note(index, action, what);
  const parts = written.filter((part) => part !== undefined);
  const source = readSource(entry, FORMAT);
  const isList = source["content"] === "list";
  if (parts.length === 0 && !(isList && entry.content.length === 0)) {
    say("dropped", "message without content");
    return undefined;
  }
  if (entry.name !== undefined) {
    say("converted", "name, written in front of the text");
    parts.unshift(plainText(speakerLine(entry.name), "input"));
  }
  const form = readForm(source);
  const id = itemIdOf(entry);
  if (getOwn(form.values, "id") === "") say("dropped", "empty item id");
  const item = writeObject({
    fields: {
      ...(form.keys?.includes("type") === true && getOwn(form.values, "type") !== null && { type: "message" }),
      role: roleOf(entry, source["role"], say),
      content: writeContent(parts, isList),
      ...(id !== undefined && { id }),
    },
    form,
    kept: keptOf(entry, "item"),
    guarded: ["type", "role", "content", "id"],
    onChange: () => say("converted", NOT_JSON),
  });
  return { item, entry: index, role: "other" };
}

function roleOf(entry: SystemEntry | UserEntry, noted: unknown, say: Say): string {
  if (entry.role === "system") return isDeveloper(entry) ? "developer" : "system";
  if (!isText(noted)) return "user";
  if (!KNOWN_ROLES.includes(noted)) return writeText(noted, say);
  if (noted !== "user") say("converted", "role that is none of this format, written as user");
  return "user";
}
