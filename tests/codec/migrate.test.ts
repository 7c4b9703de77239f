import { TranscriptDecodeError } from "colloquy";
import { describe, expect, it } from "vitest";
import { decodeDocument } from "../../src/codec/decode.js";
import { encodeDocument, VERSION } from "../../src/codec/encode.js";
import { VERSIONS, type DocumentVersion } from "../../src/codec/migrate.js";
import type { IssueList } from "../../src/model/issues.js";

type Raw = Record<string, unknown>;

/** What the made-up chain did, in order: `check 1 entry 0`, `upgrade 1`. */
const steps: string[] = [];

/** A version whose entries have one key of their own, which the next version calls otherwise. */
function version(number: number, key: string, next?: string): DocumentVersion {
  return {
    version: number,
    checkEntry(raw: unknown, index: number, issues: IssueList): boolean {
      steps.push(`check ${number} entry ${index}`);
      if (typeof (raw as Raw)[key] === "string") return true;
      issues.add(`entry ${index}`, { entry: index, path: [key], code: "type", message: "expected a string" });
      return false;
    },
    ...(next !== undefined && {
      upgrade(entries: readonly unknown[]): readonly unknown[] {
        steps.push(`upgrade ${number}`);
        return entries.map((raw) => {
          const { [key]: value, ...rest } = raw as Raw;
          return { ...rest, [next]: `${value as string}, via ${number}` };
        });
      },
    }),
  };
}

/** Two older versions, today's, and what a later release would add to today's. */
const older = [version(-1, "words", "said"), version(0, "said", "content"), ...VERSIONS];
const newer = [version(1, "said", "content"), version(2, "content")];

function document(number: unknown, ...entries: Raw[]): string {
  return JSON.stringify({ format: "colloquy", version: number, entries });
}

function read(text: string, versions: readonly DocumentVersion[]): readonly { text: string }[] {
  steps.length = 0;
  return decodeDocument(text, undefined, versions).all();
}

function refusal(text: string, versions: readonly DocumentVersion[]): TranscriptDecodeError {
  try {
    read(text, versions);
  } catch (error) {
    if (error instanceof TranscriptDecodeError) return error;
    throw error;
  }
  throw new Error("It was read");
}

describe("The chain of versions", () => {
  it("is oldest first without a gap, and only the newest, which is the one that is written, leads nowhere", () => {
    const numbers = VERSIONS.map((known) => known.version);
    expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
    expect(numbers.at(-1)).toBe(VERSION);
    expect(VERSIONS.filter((known) => known.upgrade === undefined)).toEqual([VERSIONS.at(-1)]);
  });
});

describe("decodeDocument() with a chain of versions", () => {
  it("brings an older document to the newest version step by step, each step once and in order", () => {
    const [first, second] = read(document(-1, { role: "user", words: "hi" }, { role: "user", words: "yo" }), older);
    expect([first?.text, second?.text]).toEqual(["hi, via -1, via 0", "yo, via -1, via 0"]);
    expect(steps).toEqual(["check -1 entry 0", "check -1 entry 1", "upgrade -1", "upgrade 0"]);
  });

  it("starts at the version of the document", () => {
    expect(read(document(0, { role: "user", said: "hi" }), older)[0]?.text).toBe("hi, via 0");
    expect(steps).toEqual(["check 0 entry 0", "upgrade 0"]);
  });

  it("migrates nothing that is of the newest version", () => {
    expect(read(document(2, { role: "user", content: "hi" }), newer)[0]?.text).toBe("hi");
    expect(steps).toEqual(["check 2 entry 0"]);
  });

  it("brings a document of today's version to a later one", () => {
    expect(read(document(1, { role: "user", said: "hi" }), newer)[0]?.text).toBe("hi, via 1");
    expect(steps).toEqual(["check 1 entry 0", "upgrade 1"]);
  });

  it("writes what was migrated in the version of this release", () => {
    const entries = decodeDocument(document(0, { role: "user", said: "hi" }), undefined, older).all();
    expect(JSON.stringify(encodeDocument(entries))).toBe(document(VERSION, { role: "user", content: "hi, via 0" }));
  });

  it("validates by the rules of the document's own version, and before anything is migrated", () => {
    const error = refusal(document(-1, { role: "user", words: "hi" }, { role: "user", content: "hi" }), older);
    expect(error.issues).toMatchObject([{ entry: 1, path: ["words"] }]);
    expect(steps).toEqual(["check -1 entry 0", "check -1 entry 1"]);
  });

  it("tells what is wrong with the values of a migrated entry", () => {
    const entry = { role: "user", said: "hi", metadata: { a: "1" }, rich: { "metadata.b": ["bigint"] } };
    expect(refusal(document(0, entry), older).issues).toMatchObject([{ entry: 0, path: ["rich"], code: "annotation" }]);
  });

  it("refuses a newer version naming both numbers, whatever else it holds", () => {
    for (const [text, versions, numbers] of [
      [document(2, { CANARY: 1 }), older, "format version 2 is newer than 1, the newest this release reads"],
      [document(7, { CANARY: 1 }), newer, "format version 7 is newer than 2, the newest this release reads"],
    ] as const) {
      const error = refusal(text, versions);
      expect(error.message).toBe(`Cannot decode transcript: ${numbers}`);
      expect(error.code).toBe("newer-version");
      expect(error.issues).toEqual([{ path: ["version"], code: "newer-version", message: numbers }]);
      expect(steps).toEqual([]);
    }
  });

  it("refuses a version that is older than all, fractional or no number, naming those that it reads", () => {
    for (const [number, found] of [
      [-2, "-2"],
      [0.5, "0.5"],
      ["1", "a string"],
      [null, "null"],
      [undefined, "undefined"],
    ]) {
      const error = refusal(document(number), older);
      expect(error.message).toBe(
        `Cannot decode transcript: version: expected a whole number from -1 to 1, got ${found as string}`,
      );
      expect(error.code).toBe("invalid-document");
    }
  });

  it("says of another format that it is one, and not that its version is newer", () => {
    const error = refusal('{"format":"other","version":9,"entries":[]}', older);
    expect(error.code).toBe("invalid-document");
    expect(error.issues.map((issue) => issue.path)).toEqual([["format"], ["version"]]);
  });
});
