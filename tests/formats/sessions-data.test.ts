import { Transcript } from "colloquy";
import { toMessages } from "colloquy/anthropic";
import { toChatMessages, toResponsesItems } from "colloquy/openai";
import { fromClaudeCode, fromCodex, type SessionOptions } from "colloquy/sessions";
import { describe, expect, it } from "vitest";
import { sharedDataIsThere, sharedLogs } from "../support/data.js";
import { anthropicFaults } from "./acceptance/anthropic.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { responsesFaults } from "./acceptance/openai-responses.js";
import type { Item } from "./openai-responses-items.js";

type Line = Record<string, unknown>;

const choices: SessionOptions[] = [{}, { history: "whole" }];
const parse = (log: string): Line[] =>
  log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

function expectUsable(transcript: Transcript): void {
  expect(transcript.check()).toEqual([]);
  expect(transcript.repair().transcript).toBe(transcript);
  expect(Transcript.fromJson(transcript.toJson()).toJson()).toBe(transcript.toJson());
  for (const size of [undefined, 1, 2, 3, 10]) {
    const kept = size === undefined ? transcript : transcript.compact({ keepLast: size });
    expect(anthropicFaults(toMessages(kept))).toEqual([]);
    expect(responsesFaults(toResponsesItems(kept).input)).toEqual([]);
    expect(chatFaults(toChatMessages(kept).messages)).toEqual([]);
  }
}

describe.runIf(sharedDataIsThere)("Recorded sessions (from ../shared/data)", () => {
  it.each(sharedLogs("claude-code"))("of Claude Code are sound and accepted: $name", ({ log }) => {
    for (const options of choices) expectUsable(fromClaudeCode(log, options).transcript);
  });

  it.each(sharedLogs("codex"))("of Codex are sound and accepted: $name", ({ log }) => {
    for (const options of choices) expectUsable(fromCodex(log, options).transcript);
  });

  it.each(sharedLogs("claude-code"))("of Claude Code keep each call, result and thought: $name", ({ log }) => {
    const blocks = parse(log).flatMap(
      ({ message }) => (message as { content?: unknown } | undefined)?.content ?? [],
    ) as Line[];
    const ofType = (type: string, key: string): unknown[] =>
      blocks.filter((block) => block["type"] === type).map((block) => block[key]);
    const parts = fromClaudeCode(log, { history: "whole" })
      .transcript.entries()
      .flatMap(({ content }) => content);
    const calls = parts.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
    expect(calls.toSorted()).toEqual(ofType("tool_use", "id").toSorted());
    const results = parts.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []));
    expect(results.toSorted()).toEqual(ofType("tool_result", "tool_use_id").toSorted());
    const proofs = parts.flatMap((part) =>
      part.type === "reasoning" ? [(part.providerMetadata!["anthropic"] as Line)["signature"]] : [],
    );
    expect(proofs).toEqual(ofType("thinking", "signature"));
  });

  it.each(sharedLogs("claude-code"))("of Claude Code account for each line: $name", ({ log }) => {
    const { transcript, report } = fromClaudeCode(log);
    const left = report.filter(
      ({ what }) => !what.startsWith("what stands beside") && !what.startsWith("a line that follows"),
    );
    const told = left.reduce((total, { count }) => total + count, 0);
    const titles = parse(log).filter(
      ({ type, subtype }) => type === "summary" || subtype === "compact_boundary",
    ).length;
    // The first entry of a line has its id.
    const read = transcript.entries().filter(({ id }) => id !== undefined).length;
    expect(told + titles + read).toBe(parse(log).length);
  });

  it.each(sharedLogs("codex"))("of Codex give the same items back: $name", ({ log }) => {
    const items = parse(log).flatMap(({ type, payload }) => (type === "response_item" ? [payload as Item] : []));
    const { transcript } = fromCodex(log);
    expect(toResponsesItems(transcript)).toEqual({ input: items, report: [] });
    expect(toResponsesItems(Transcript.fromJson(transcript.toJson())).input).toEqual(items);
  });
});
