import type { Entry, Part } from "../../index.js";
import { isPlainObject, type PlainObject } from "./plain.js";
import { readSource } from "./form.js";
import type { Report } from "./report.js";

/** What formats tell beside a text, a file, a call or a message that is content and no hint, by its key in metadata. */
const CONTENT: Readonly<Record<string, { readonly what: string; readonly isSaid: (value: unknown) => boolean }>> = {
  annotations: { what: "citations", isSaid: isList },
  citations: { what: "citations", isSaid: isList },
  context: { what: "context of a document", isSaid: (value) => typeof value === "string" },
  videoMetadata: { what: "stretch of a video", isSaid: isPlainObject },
  images: { what: "pictures beside an answer", isSaid: isList },
  audio: {
    what: "sound of an answer",
    isSaid: (value) => isPlainObject(value) && typeof value["data"] === "string",
  },
  extra_content: { what: "proof of another format", isSaid: isPlainObject },
};

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** Notes such content of other formats as dropped. What was read from `format` goes back as it came. O(parts). */
export function noteBeside(entries: readonly Entry[], format: string, report: Report): void {
  entries.forEach((entry, index) => {
    note(entry, (what) => report.note(index, "dropped", what));
    entry.content.forEach((part: Part, position) => {
      const say = (what: string): void => report.note(index, "dropped", what, `content[${position}]`);
      note(part, say);
      if (part.type === "tool-result") for (const inner of part.content ?? []) note(inner, say);
    });
  });

  function note(holder: Entry | Part, say: (what: string) => void): void {
    if (holder.providerMetadata === undefined || readSource(holder, format)["format"] === format) return;
    for (const members of Object.values(holder.providerMetadata)) if (isPlainObject(members)) tell(members, say, true);
  }
}

/** @param isOuter - whether the objects in it are looked into, which stand for those that a message is made of */
function tell(members: PlainObject, say: (what: string) => void, isOuter: boolean): void {
  for (const key of Object.keys(members)) {
    const value = members[key];
    const known = Object.hasOwn(CONTENT, key) ? CONTENT[key]! : undefined;
    if (known?.isSaid(value) === true) say(`${known.what}, left out`);
    else if (isOuter && isPlainObject(value)) tell(value, say, false);
  }
}
