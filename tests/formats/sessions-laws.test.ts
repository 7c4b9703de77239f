import { Transcript, TranscriptError } from "colloquy";
import { toMessages } from "colloquy/anthropic";
import { toChatMessages, toResponsesItems } from "colloquy/openai";
import {
  fromClaudeCode,
  fromCodex,
  fromPi,
  type Session,
  type SessionLog,
  type SessionOptions,
} from "colloquy/sessions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutateStructure, mutateText, mutations } from "../fuzz/mutate.js";
import { firstBytes, utf8Length } from "../support/bytes.js";
import { sharedDataIsThere, sharedLogs } from "../support/data.js";
import { dump } from "../support/dump.js";
import { anthropicFaults } from "./acceptance/anthropic.js";
import { chatFaults } from "./acceptance/openai-chat.js";
import { responsesFaults } from "./acceptance/openai-responses.js";
import { anthropicRequests, type Message } from "./anthropic-messages.js";
import { itemLists } from "./openai-responses-items.js";
import {
  event,
  item,
  type Line,
  summaryLines,
  toClaudeLines,
  toCodexLines,
  toPiLines,
  toText,
} from "./sessions-logs.js";

type Read = (log: SessionLog, options?: SessionOptions) => Session;

/** Logs of each program: of generated conversations, many of them made shorter somewhere. */
const claudeLogs = fc.tuple(anthropicRequests(), fc.option(fc.nat())).map(([{ messages }, place]) => {
  const lines = toClaudeLines(messages);
  return place === null ? lines : lines.toSpliced(place % (lines.length + 1), 0, ...summaryLines());
});
const codexLogs = fc.tuple(itemLists(), fc.option(fc.nat())).map(([items, place]) => {
  const lines = toCodexLines(items);
  const history = [{ type: "message", role: "user", content: "so far" }];
  const compacted = event("compacted", { message: "so far", replacement_history: history });
  return place === null ? lines : lines.toSpliced(place % (lines.length + 1), 0, compacted);
});
const piLogs = fc.array(fc.constantFrom("ask", "call", "say", "shorten"), { maxLength: 8 }).map(toPiLines);
const programs = [
  { name: "fromClaudeCode()", read: fromClaudeCode as Read, logs: claudeLogs, folder: "claude-code" },
  { name: "fromCodex()", read: fromCodex as Read, logs: codexLogs, folder: "codex" },
  { name: "fromPi()", read: fromPi as Read, logs: piLogs, folder: "pi" },
];
const histories = fc.constantFrom<SessionOptions>({}, { history: "whole" });

/** The blocks that each side says in turn, however they are cut into messages. */
function sidesOf(messages: readonly Message[]): string {
  const sides: { role: unknown; content: unknown[] }[] = [];
  for (const { role, content } of messages) {
    const blocks = Array.isArray(content) ? (content as unknown[]) : [{ type: "text", text: content }];
    if (sides.at(-1)?.role === role) sides.at(-1)!.content.push(...blocks);
    else sides.push({ role, content: [...blocks] });
  }
  return dump(sides);
}

/** Whether an answer has a block twice, which in a log is a block that was written twice. */
function hasTwins({ content }: Message): boolean {
  return Array.isArray(content) && new Set(content.map(dump)).size < content.length;
}

describe("What is no log", () => {
  const readers: readonly [string, Read][] = [
    ["fromClaudeCode", fromClaudeCode],
    ["fromCodex", fromCodex],
    ["fromPi", fromPi],
  ];

  it.each(readers)("%s() refuses: the path of one, a list of messages, bytes", (_name, read) => {
    for (const log of ["/home/me/session.jsonl", '[{"role":"user","content":"Hi"}]', Uint8Array.of(123, 125)])
      expect(() => read(log as SessionLog)).toThrow("none of its lines is of such a session");
  });

  it.each(readers)("%s() takes nothing, and what is left of a first line, for logs", (_name, read) => {
    for (const log of ["", "\n", '{"type":"us', "\uFEFF{"]) expect(read(log).transcript.length).toBe(0);
  });
});

describe("fromClaudeCode()", () => {
  it("reads any conversation as it was sent, however its answers were cut into lines", () => {
    fc.assert(
      fc.property(anthropicRequests(), ({ messages }) => {
        fc.pre(!messages.some(hasTwins));
        const { transcript } = fromClaudeCode(toClaudeLines(messages));
        expect(sidesOf(toMessages(transcript).messages as unknown as Message[])).toBe(sidesOf(messages));
      }),
      { numRuns: 300 },
    );
  });
});

describe("fromCodex()", () => {
  it("reads any items so that they come back as they came", () => {
    fc.assert(
      fc.property(itemLists(), (items) => {
        const { transcript, report } = fromCodex(items.map(item));
        expect(dump(toResponsesItems(transcript).input)).toBe(dump(items));
        expect(report).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

/** Whether a fault is one of what is read. Garbled blocks and items that only their provider knows go back as they came, ids and all. */
function isOfKnown(fault: string): boolean {
  return !fault.endsWith(": id") || /\((?:message|reasoning|(?:function|custom_tool)_call(?:_output)?)\)/.test(fault);
}

/** A transcript whose every use is accepted, and a report that names lines of the log; or a clear error. */
function expectUsable(read: Read, log: SessionLog, options: SessionOptions, lines: number): void {
  let session: Session;
  try {
    session = read(log, options);
  } catch (error) {
    expect(error).toBeInstanceOf(TranscriptError);
    expect((error as TranscriptError).message).toMatch(/none of its lines is of such a session$/);
    return;
  }
  const { transcript, report } = session;
  expect(Transcript.fromJson(transcript.toJson()).toJson()).toBe(transcript.toJson());
  expect(anthropicFaults(toMessages(transcript)).filter(isOfKnown)).toEqual([]);
  expect(responsesFaults(toResponsesItems(transcript).input).filter(isOfKnown)).toEqual([]);
  expect(chatFaults(toChatMessages(transcript).messages)).toEqual([]);
  for (const { line, count } of report) {
    expect(line >= 1 && line <= lines && count >= 1 && Number.isInteger(count)).toBe(true);
  }
}

/** What is left of a log when its last line is no whole one. */
function wholeLines(log: string): string[] {
  const lines = log.split("\n");
  try {
    JSON.parse(lines.at(-1)!);
    return lines;
  } catch {
    return lines.slice(0, -1);
  }
}

function expectReadToTheTear(read: Read, log: string, end: number): void {
  const torn = firstBytes(log, end);
  const whole = wholeLines(torn);
  const session = read(torn);
  expect(session.transcript.toJson()).toBe(read(whole).transcript.toJson());
  if (whole.length < torn.split("\n").length && !torn.endsWith("\n") && torn !== "") {
    expect(session.report).toContainEqual({
      line: whole.length + 1,
      count: 1,
      action: "dropped",
      what: "the last line, which was cut off or is no JSON",
    });
  }
}

describe.each(programs)("$name", ({ read, logs, folder }) => {
  it("reads the same from text as from parsed lines", () => {
    fc.assert(
      fc.property(logs, histories, (lines, options) => {
        const parsed = lines.map((line) => JSON.parse(JSON.stringify(line)) as Line);
        expect(read(toText(lines), options)).toEqual(read(parsed, options));
      }),
    );
  });

  it("gives all that is whole before a tear at any byte", () => {
    fc.assert(
      fc.property(logs, fc.nat(), (lines, place) => {
        const log = toText(lines);
        expectReadToTheTear(read, log, place % (utf8Length(log) + 1));
      }),
      { numRuns: 300 },
    );
  });

  it("gives something usable or a clear error when lines are lost, doubled, moved or garbled", () => {
    const change = fc.record({ deed: fc.nat(4), from: fc.nat(), to: fc.nat(), inside: mutations() });
    fc.assert(
      fc.property(logs, histories, fc.array(change, { minLength: 1, maxLength: 4 }), (lines, options, changes) => {
        const log = lines.map((line) => JSON.stringify(line));
        // What is garbled first is still JSON.
        for (const { deed, from, to, inside } of changes.toSorted((a, b) => b.deed - a.deed)) {
          if (log.length === 0) break;
          const at = from % log.length;
          const line = log[at]!;
          if (deed === 0) log.splice(at, 1);
          else if (deed === 1) log.splice(to % (log.length + 1), 0, line);
          else if (deed === 2) log.splice(to % (log.length + 1), 0, ...log.splice(at, 1));
          else log[at] = deed === 3 ? mutateText(line, inside) : mutateStructure(line, inside);
        }
        const text = log.join("\n");
        expectUsable(read, text, options, text.split("\n").length);
      }),
      { numRuns: 300 },
    );
  });

  it.runIf(sharedDataIsThere)(
    "gives all that is whole before a tear in recorded sessions (from ../shared/data)",
    () => {
      for (const { log } of sharedLogs(folder)) {
        const length = utf8Length(log);
        for (const part of [0, 0.001, 0.1, 0.37, 0.5, 0.81, 0.999, 1])
          expectReadToTheTear(read, log, Math.floor(part * length));
      }
    },
  );
});
