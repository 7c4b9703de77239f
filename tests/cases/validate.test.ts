import { Transcript, TranscriptDecodeError, TranscriptError, TranscriptInputError } from "colloquy";
import { fromChatMessages } from "colloquy/openai";
import { describe, expect, it } from "vitest";
import { documentOf, entriesOf, messagesOf, sharedCasesAreThere } from "../support/cases.js";

function caughtFrom<T extends Error>(kind: new (...args: never[]) => T, action: () => unknown): T {
  try {
    action();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error("Nothing was thrown");
}

const refusedInput = (id: string): TranscriptInputError =>
  caughtFrom(TranscriptInputError, () => Transcript.from(entriesOf("validate", id)));
const refusedDocument = (id: string): TranscriptDecodeError =>
  caughtFrom(TranscriptDecodeError, () => Transcript.fromJson(documentOf("validate", id)));

describe.runIf(sharedCasesAreThere)("Cases of validation (from ../shared/cases)", () => {
  it("C037: building names the first faulty entry and its field", () => {
    const error = refusedInput("C037");
    expect(error.issues[0]).toMatchObject({ entry: 1, path: ["text"] });
    expect(error.message).toContain("entry 1 (user): text: expected a string, got null");
  });

  it("C037: decoding leads with the first fault, lists each with its path, and takes text as the input of a call", () => {
    const error = refusedDocument("C037");
    expect(error.message).toMatch(/^Cannot decode transcript: entry 1 \(user\): content: expected /);
    expect([...new Set(error.issues.map((issue) => issue.entry))]).toEqual([1, 4]);
    expect(error.issues.find((issue) => issue.entry === 1)?.path).toEqual(["content"]);
    expect(error.issues.find((issue) => issue.entry === 4)?.path).toEqual(["content", 0]);
  });

  it("C053: building names the path of a fault inside a list of calls", () => {
    const error = refusedInput("C053");
    expect(error.issues[0]).toMatchObject({ entry: 3, path: ["toolCalls", 1, "toolName"] });
    expect(error.message).toContain("entry 3 (assistant): toolCalls[1].toolName: expected a string, got a number");
  });

  it("C053: decoding gives one issue with the whole path", () => {
    const error = refusedDocument("C053");
    expect(error.message).toBe(
      "Cannot decode transcript: entry 3 (assistant): content[1].toolName: expected a string, got a number",
    );
    expect(error.issues).toMatchObject([{ entry: 3, path: ["content", 1, "toolName"] }]);
    expect(error.issues).toHaveLength(1);
  });

  it("C151: building complains about the field that is wrong, not about the role", () => {
    const error = refusedInput("C151");
    expect(error.issues[0]).toMatchObject({ entry: 2, path: ["toolResult", "toolCallId"] });
    expect(error.message).toContain("toolCallId: expected a string, got a number");
    expect(error.message).not.toMatch(/'user'|"user"|'assistant'|"assistant"/);
  });

  it("C151: decoding complains about the field that is wrong, not about the role", () => {
    const error = refusedDocument("C151");
    expect(error.message).toBe(
      "Cannot decode transcript: entry 2 (tool): content[0].toolCallId: expected a string, got a number",
    );
  });

  it("C169: reading chat messages names the index of the faulty message in the source list, and the field", () => {
    const error = caughtFrom(TranscriptError, () => fromChatMessages(messagesOf("validate", "C169")));
    expect(error.message).toMatch(/message 4\b/);
    expect(error.message).toContain("content");
    expect(error.message).not.toContain("wrong shape");
  });
});
