import { Transcript } from "colloquy";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { editedFrom, entriesOf, sharedCasesAreThere } from "../support/cases.js";

const texts = (transcript: Transcript): string[] => transcript.entries().map((entry) => entry.text);

describe.runIf(sharedCasesAreThere)("Cases of unicode (from ../shared/cases)", () => {
  it("C051: pruning never cuts inside a character, whatever the limit, limits below the marker included", () => {
    const t = Transcript.from(entriesOf("unicode", "C051"));
    for (let tokens = 1; tokens <= 60; tokens++) {
      const pruned = t.pruneToolResults({ maxBytes: 4 * tokens, keepLastTurns: 0 });
      const text = pruned.at(2)?.text ?? "";
      expect(pruned.toJson().isWellFormed() && text.isWellFormed()).toBe(true);
      expect(text).not.toContain("\uFFFD");
      expect(pruned.at(2)?.toolResult?.outcome).toBe("error");
    }
  });

  it("C051: a summary made without a model does not quote the result", () => {
    const c = Transcript.from(entriesOf("unicode", "C051")).compact({ keepLast: 0 });
    expect(c.at(0)?.text).not.toContain("ab\u{1F6A4}");
    expect(c.at(0)?.text).toContain('  [tool] <result for "f" omitted from summary>');
  });

  it("C089: a document with a byte order mark in front loads both entries", () => {
    const json = Transcript.from(editedFrom("unicode", "C089")).toJson();
    expect(texts(Transcript.fromJson(`\uFEFF${json}`))).toEqual(["first", "second"]);
  });

  it("C111: every Unicode line end in a text survives the document", () => {
    const t = Transcript.from(entriesOf("unicode", "C111"));
    expect(texts(Transcript.fromJson(t.toJson()))).toEqual(["one\u2028two\u2029three\u0085four\u000bfive", "ok"]);
  });

  it("C111: a summary has exactly one line for each entry when it is split at line feeds", () => {
    const c = Transcript.from(entriesOf("unicode", "C111")).compact({ keepLast: 0 });
    expect(c.at(0)?.text.split("\n")).toHaveLength(3);
  });

  it("C175: no text is trimmed by the document, nor by chat messages and the way back", () => {
    const t = Transcript.from(entriesOf("unicode", "C175"));
    const given = entriesOf("unicode", "C175").map((entry) => entry.text);
    expect(texts(Transcript.fromJson(t.toJson()))).toEqual(given);
    expect(texts(fromChatMessages(toChatMessages(t).messages))).toEqual(given);
  });
});
