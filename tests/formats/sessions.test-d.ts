import type { Transcript } from "colloquy";
import {
  fromClaudeCode,
  fromCodex,
  fromPi,
  type Session,
  type SessionInfo,
  type SessionNote,
  type SessionUsage,
} from "colloquy/sessions";
import { expectTypeOf, test } from "vitest";

declare const lines: string[];
declare const records: readonly object[];
declare function generate(): Generator<string | object>;

test("fromClaudeCode(), fromCodex() and fromPi() take text or lines", () => {
  for (const read of [fromClaudeCode, fromCodex, fromPi]) {
    expectTypeOf(read("")).toEqualTypeOf<Session>();
    expectTypeOf(read(lines)).toEqualTypeOf<Session>();
    expectTypeOf(read(records, { history: "whole" })).toEqualTypeOf<Session>();
    expectTypeOf(read(generate())).toEqualTypeOf<Session>();
  }
  fromClaudeCode(lines, { sidechain: "s" });
  // @ts-expect-error Codex logs no talks of other agents among the lines
  fromCodex(lines, { sidechain: "s" });
  // @ts-expect-error no such choice
  fromCodex(lines, { history: "all" });
  // @ts-expect-error neither text nor lines
  fromCodex(7);
});

test("a session has a transcript, what the log tells beside it, and a report", () => {
  const { transcript, info, report } = fromCodex("");
  expectTypeOf(transcript).toEqualTypeOf<Transcript>();
  expectTypeOf(info).toEqualTypeOf<SessionInfo>();
  expectTypeOf(info.usage).toEqualTypeOf<SessionUsage | undefined>();
  expectTypeOf(info.models).toEqualTypeOf<readonly string[]>();
  expectTypeOf(report).toEqualTypeOf<readonly SessionNote[]>();
  // @ts-expect-error read only
  info.id = "s";
});
