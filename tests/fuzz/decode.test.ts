import { Transcript, TranscriptDecodeError, type EntryInput, type Issue, type TranscriptDocument } from "colloquy";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documents } from "./corpus.js";
import { CANARY, mutateStructure, mutateText, mutations } from "./mutate.js";
import { fuzz, timeout } from "./run.js";

/** What must be true of every transcript, wherever it came from. */
function expectSound(transcript: Transcript): void {
  const json = transcript.toJson();
  const again = Transcript.fromJson(json);
  expect(again.toJson()).toBe(json);
  expect(again.equals(transcript)).toBe(true);
  expect(JSON.stringify(transcript)).toBe(json);
  const inputs = transcript.entries().map((entry) => ({ ...entry }) as EntryInput);
  expect(Transcript.from(inputs).toJson()).toBe(json);
  const repaired = transcript.repair({ pendingCalls: "abort" }).transcript;
  expect(repaired.check()).toEqual([]);
  expect(Transcript.fromJson(repaired.toJson()).toJson()).toBe(repaired.toJson());
}

function expectIssues(issues: readonly Issue[]): void {
  expect(issues.length).toBeGreaterThan(0);
  expect(issues.length).toBeLessThanOrEqual(100);
  const told = JSON.stringify(issues);
  expect(told).not.toContain(CANARY);
  for (const { message } of issues) expect(message).toMatch(/^[^\n]{1,400}$/);
}

function expectError(error: TranscriptDecodeError): void {
  expect(error).toBeInstanceOf(TranscriptDecodeError);
  expect(error.message.length).toBeLessThan(2000);
  expect(error.message).toMatch(/^Cannot decode transcript: /);
  expect(`${error.message}${error.stack}`).not.toContain(CANARY);
  expect(error.cause).toBeUndefined();
  expectIssues(error.issues);
}

/** The law: a transcript that can be written and read again, or an error of ours; salvage agrees and never throws. */
function expectLaw(text: string): void {
  const result = Transcript.safeFromJson(text);
  if (result.success) expectSound(result.transcript);
  else expectError(result.error);
  const { transcript, rejected } = Transcript.salvage(text);
  expectSound(transcript);
  for (const { issues } of rejected) expectIssues(issues);
  if (result.success) expect(transcript.toJson()).toBe(result.transcript.toJson());
  expect(rejected.length === 0).toBe(result.success);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
}

/** The same of a document that is handed over parsed. */
function expectParsedLaw(text: string): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return;
  }
  const result = Transcript.safeFromJson(parsed as TranscriptDocument);
  const fromText = Transcript.safeFromJson(text);
  if (typeof parsed === "string") return;
  expect(result.success).toBe(fromText.success);
  if (result.success && fromText.success) expect(result.transcript.toJson()).toBe(fromText.transcript.toJson());
  if (!result.success) expectError(result.error);
}

describe("Documents that were changed at random", () => {
  it("give a transcript or an error of ours when their text was changed", { timeout }, () => {
    fuzz(
      "text",
      fc.property(documents(), mutations(), (document, changes) => expectLaw(mutateText(document, changes))),
    );
  });

  it("give a transcript or an error of ours when their structure was changed", { timeout }, () => {
    fuzz(
      "structure",
      fc.property(documents(), mutations(), (document, changes) => {
        const text = mutateStructure(document, changes);
        expectLaw(text);
        expectParsedLaw(text);
      }),
    );
  });

  it("give a transcript or an error of ours when both were changed", { timeout }, () => {
    fuzz(
      "both",
      fc.property(documents(), mutations(), mutations(), (document, one, other) =>
        expectLaw(mutateText(mutateStructure(document, one), other)),
      ),
    );
  });
});
