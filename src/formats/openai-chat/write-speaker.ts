import type { FilePart, SystemEntry, UserEntry } from "../../index.js";
import { isDeveloper, readSource } from "../shared/form.js";
import { noteProofs, type Say } from "../shared/texts.js";
import { writeFile } from "./files.js";
import { FORMAT } from "./form.js";
import { unknownRole, writeMessage } from "./write-message.js";
import { plainText, writeCustom, writeTextPart, type Writing, type WrittenPart } from "./writing.js";

type Message = Record<string, unknown>;

/** Writes a system or user entry; nothing where it says nothing. */
export function writeSpeaker(entry: SystemEntry | UserEntry, index: number, writing: Writing): Message | undefined {
  const parts = entry.content.map((part, position) => {
    const say: Say = (action, what) => writing.report.note(index, action, what, `content[${position}]`);
    noteProofs(part, say);
    if (part.type === "text") return writeTextPart(part, say);
    if (part.type === "custom") return writeCustom(part, entry.role === "user", say);
    if (part.type === "file") return writeUserFile(part, say);
    say("dropped", `${part.type} that has no place in a ${entry.role} message`);
    return undefined;
  });
  const ownRole = entry.role === "user" ? unknownRole(readSource(entry, FORMAT)["role"]) : undefined;
  const role = entry.role === "system" && isDeveloper(entry) ? "developer" : (ownRole ?? entry.role);
  return writeMessage(
    entry,
    index,
    role,
    parts.filter((part) => part !== undefined),
    {},
    writing,
  );
}

function writeUserFile(part: FilePart, say: Say): WrittenPart {
  const file = writeFile(part);
  for (const note of file.notes) say("converted", note);
  return "text" in file ? plainText(file.text) : { part: file.part };
}
