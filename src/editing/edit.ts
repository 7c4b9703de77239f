import { encodeEntry } from "../codec/encode.js";
import { buildEntries } from "../model/build.js";
import type { Entry, EntryInput } from "../model/entry.js";
import { countLeading } from "../reading/turns.js";
import { dropStaleProofs } from "../model/proofs.js";

/** Whether two entries say the same: the same JSON form, key order included. O(content). */
export function equalEntries(one: Entry, other: Entry): boolean {
  return one === other || JSON.stringify(encodeEntry(one)) === JSON.stringify(encodeEntry(other));
}

/** Puts an input in the place of an entry. @returns the same list when the input says what the entry says */
export function replaceEntry(entries: readonly Entry[], index: number, input: EntryInput): readonly Entry[] {
  const entry = editEntry(entries[index]!, index, input);
  return entry === entries[index] ? entries : Object.freeze(entries.with(index, entry));
}

/** Changes every entry. @returns the same list when nothing changed */
export function mapEntries(
  entries: readonly Entry[],
  change: (entry: Entry, index: number) => EntryInput,
): readonly Entry[] {
  let changed = false;
  const mapped = entries.map((entry, index) => {
    const edited = editEntry(entry, index, change(entry, index));
    changed ||= edited !== entry;
    return edited;
  });
  return changed ? Object.freeze(mapped) : entries;
}

/** Puts one system entry, or none, in the place of those at the head. @returns the same list when it stands there already */
export function replaceSystem(entries: readonly Entry[], text: string | undefined): readonly Entry[] {
  const leading = countLeading(entries);
  const made = text === undefined ? [] : buildEntries([{ role: "system", text }], "Cannot change transcript");
  const same = leading === made.length && made.every((entry, index) => equalEntries(entry, entries[index]!));
  return same ? entries : Object.freeze([...made, ...entries.slice(leading)]);
}

/** An edit that touches a part with a proof drops the proof. */
function editEntry(before: Entry, index: number, input: EntryInput): Entry {
  if (input === before) return before;
  const [edited] = buildEntries([input], "Cannot change transcript", index) as [Entry];
  const content = dropStaleProofs(before.content, edited.content);
  const entry =
    content === edited.content
      ? edited
      : buildEntries([{ ...edited, content } as EntryInput], "Cannot change transcript", index)[0]!;
  return equalEntries(before, entry) ? before : entry;
}
