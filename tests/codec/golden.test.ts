import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Transcript, TranscriptDecodeError, type Entry, type EntryInput } from "colloquy";
import { describe, expect, it } from "vitest";
import { TYPED_ARRAYS } from "../../src/model/kinds.js";
import { PART_KEYS, ROLES } from "../../src/model/vocabulary.js";
import { dump } from "../support/dump.js";
import { isBun, nodeIsThere, parserSaysWhere } from "../support/runtime.js";

const good = fileURLToPath(new URL("../../fixtures/v1/good/", import.meta.url));
const bad = fileURLToPath(new URL("../../fixtures/v1/bad/", import.meta.url));

function namesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json") && !name.endsWith(".error.json"));
  return names.map((name) => name.slice(0, -".json".length)).sort();
}

function read(folder: string, name: string): string {
  return readFileSync(`${folder}${name}`, "utf8");
}

async function expectedEntries(name: string): Promise<EntryInput[]> {
  const module = (await import(/* @vite-ignore */ `${good}${name}.entries.mjs`)) as { default: EntryInput[] };
  return module.default;
}

/** An entry as a plain object of its own keys. */
const plain = (entry: Entry): object => ({ ...entry });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The tags of annotations, those inside of others included. */
function tagsIn(rich: unknown): string[] {
  return Object.values((rich ?? {}) as Record<string, [string | string[], unknown]>).flatMap(([tag, inner]) => [
    [tag].flat().join(" "),
    ...tagsIn(inner),
  ]);
}

describe("Good documents of version 1", () => {
  it("are a dozen at least", () => {
    expect(namesIn(good).length).toBeGreaterThanOrEqual(12);
  });

  it.each(namesIn(good))("%s is read as the entries it holds", async (name) => {
    const expected = await expectedEntries(name);
    const entries = Transcript.fromJson(read(good, `${name}.json`)).entries();
    expect(dump(entries)).toBe(dump(expected));
    // Node's comparison beside ours. That of Bun takes twice as long with each level.
    if (nodeIsThere && !isBun)
      await import("node:assert/strict").then(({ deepStrictEqual }) => deepStrictEqual(entries.map(plain), expected));
  });

  it.each(namesIn(good))("%s is written again byte for byte, read from text and from the parsed document", (name) => {
    const text = read(good, `${name}.json`);
    expect(Transcript.fromJson(text).toJson()).toBe(text);
    expect(Transcript.fromJson(JSON.parse(text)).toJson()).toBe(text);
  });

  it.each(namesIn(good))("%s is what its entries are written as when they are put in", async (name) => {
    const built = Transcript.from(await expectedEntries(name));
    expect(built.toJson()).toBe(read(good, `${name}.json`));
    expect(Transcript.from(built.entries().map(plain) as EntryInput[]).toJson()).toBe(built.toJson());
  });

  it("cover every role, every key of entries and parts, every type of part and every tag", () => {
    const entries = namesIn(good).flatMap((name) => {
      return (JSON.parse(read(good, `${name}.json`)) as { entries: Record<string, unknown>[] }).entries;
    });
    const keys = new Set(entries.flatMap((entry) => Object.keys(entry)));
    expect([...new Set(entries.map((entry) => entry["role"]))].sort()).toEqual([...ROLES].sort());
    for (const key of ["id", "name", "createdAt", "pinned", "partial", "summary", "metadata", "providerMetadata"])
      expect(keys, key).toContain(key);
    for (const key of ["source", "rich"]) expect(keys, key).toContain(key);
    const parts = entries.flatMap(({ content }) =>
      Array.isArray(content) ? (content as Record<string, unknown>[]) : [],
    );
    for (const [type, known] of PART_KEYS) {
      const ofType = new Set(parts.filter((part) => part["type"] === type).flatMap((part) => Object.keys(part)));
      for (const key of known) expect(ofType, `${key} of ${type}`).toContain(key);
    }
    const tags = new Set(entries.flatMap((entry) => tagsIn(entry["rich"])));
    const plainTags = ["undefined", "number", "bigint", "Date", "regexp", "URL", "Error", "map", "set"];
    const typedArrays = [...TYPED_ARRAYS.keys()].map((name) => `typed-array ${name}`);
    expect([...tags].sort()).toEqual([...plainTags, "custom bytes", ...typedArrays].sort());
  });
});

describe("Bad documents of version 1", () => {
  it("are two dozen at least", () => {
    expect(namesIn(bad).length).toBeGreaterThanOrEqual(24);
  });

  it.each(namesIn(bad))("%s is refused with its error, which repeats nothing of it", (name) => {
    const result = Transcript.safeFromJson(read(bad, `${name}.json`));
    if (result.success) throw new Error("It was read");
    const { error } = result;
    expect(error).toBeInstanceOf(TranscriptDecodeError);
    const { code, message, issues } = error;
    if (parserSaysWhere || issues[0]?.code !== "syntax")
      expect({ code, message, issues }).toEqual(JSON.parse(read(bad, `${name}.error.json`)));
    expect(error.cause).toBeUndefined();
    expect(`${error.stack} ${JSON.stringify(error)} ${dump(issues)}`).not.toContain("CANARY");
  });

  it.each(namesIn(bad))("%s is refused alike as a parsed document, where it is JSON", (name) => {
    const document = parsed(read(bad, `${name}.json`));
    if (typeof document === "object") expect(Transcript.safeFromJson(document as never).success).toBe(false);
  });
});
