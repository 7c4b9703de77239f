import { Transcript, TranscriptDecodeError } from "colloquy";
import { toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { attack } from "../support/attack.js";
import { editedFrom, entriesOf, sharedCasesAreThere } from "../support/cases.js";
import { dump, dumpEntries } from "../support/dump.js";

const versions: [string, (document: Record<string, unknown>) => void][] = [
  ["the next version", (document) => (document["version"] = 2)],
  ["0", (document) => (document["version"] = 0)],
  ["-1", (document) => (document["version"] = -1)],
  ["a string", (document) => (document["version"] = "1")],
  ["null", (document) => (document["version"] = null)],
  ["nothing", (document) => delete document["version"]],
];

describe.runIf(sharedCasesAreThere)("Cases of restoring (from ../shared/cases)", () => {
  it.each(versions)("C017: a document whose version is %s is refused as a whole, naming the version", (name, edit) => {
    const document = JSON.parse(Transcript.from(editedFrom("restore", "C017")).toJson()) as Record<string, unknown>;
    edit(document);
    const result = Transcript.safeFromJson(JSON.stringify(document));
    expect(result.success).toBe(false);
    if (result.success) return;
    expect(result.error).toBeInstanceOf(TranscriptDecodeError);
    expect(result.error.message).toContain("version");
    if (name === "the next version") {
      expect(result.error.message).toMatch(/\b2\b.*\b1\b/);
      expect(result.error.code).toBe("newer-version");
    }
  });

  it("C033: what was restored and continued is exported with the question, the call, its result and the answer, in order", () => {
    const saved = Transcript.from(entriesOf("restore", "C033"));
    const loaded = Transcript.fromJson(saved.toJson());
    expect(loaded.toJson()).toBe(saved.toJson());
    const { messages, report } = toChatMessages(loaded.append({ role: "user", text: "and low tide?" }));
    expect(report).toEqual([]);
    expect(messages).toEqual([
      { role: "user", content: "when is high tide?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "k1", type: "function", function: { name: "tide", arguments: '{"port":"north"}' } }],
      },
      { role: "tool", tool_call_id: "k1", content: "04:12" },
      { role: "assistant", content: "At 04:12." },
      { role: "user", content: "and low tide?" },
    ]);
  });

  it("C115: entries with a date load as they were put in, are written in this version, and load the same again", () => {
    const built = Transcript.from(editedFrom("restore", "C115"));
    const loaded = Transcript.fromJson(built.toJson());
    expect(dump(loaded.at(3)?.toolResult?.output)).toBe(dump(new Date("2031-02-03T04:05:06.000Z")));
    expect(JSON.parse(loaded.toJson())).toMatchObject({ format: "colloquy", version: 1 });
    expect(dumpEntries(Transcript.fromJson(loaded.toJson()).entries())).toBe(dumpEntries(built.entries()));
  });

  it("C123: no change to the input, to the entries or to an export changes what was stored", () => {
    const input = entriesOf("restore", "C123");
    const t = Transcript.from(input);
    const before = t.toJson();
    attack(input);
    expect(t.toJson()).toBe(before);
    attack(t.entries());
    expect(t.toJson()).toBe(before);
    attack(toChatMessages(t));
    expect(t.toJson()).toBe(before);
    expect(t.at(1)?.toolCalls?.[0].input).toEqual({ dirs: ["a", "b"] });
    expect(t.at(2)?.toolResult?.output).toEqual({ files: [1, 2] });
  });

  it("C171: optional keys with the value undefined count as absent", () => {
    const input = entriesOf("restore", "C171");
    expect(input[0]).toHaveProperty("toolResult", undefined);
    const t = Transcript.from(input);
    const json = t.toJson();
    expect(Transcript.fromJson(json).toJson()).toBe(json);
    expect(
      Transcript.from([
        { role: "assistant", text: "done" },
        { role: "user", text: "thanks" },
      ]).toJson(),
    ).toBe(json);
  });
});
