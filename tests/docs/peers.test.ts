import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { assistant, toolResult, Transcript, user } from "colloquy";
import { describe, expect, it } from "vitest";
import peers from "../bench/peers/package.json" with { type: "json" };

// What docs/peers.md says of colloquy, and which releases it compares. `npm run bench:peers` tries what it says of the others.

const page = readFileSync(resolve(import.meta.dirname, "../../docs/peers.md"), "utf8");

const talk = Transcript.from([
  user("Is it high water?"),
  assistant("", { toolCalls: [{ toolCallId: "c", toolName: "tide", input: { at: new Date(0) } }] }),
  toolResult("c", "Yes."),
  assistant("It is."),
]);
const stored = talk.toJson();

/** Expects that a document with something of a later release in it is written back as it was. */
function expectKept(before: string, after: string): void {
  const later = stored.replace(before, after);
  expect(later).not.toBe(stored);
  expect(JSON.parse(Transcript.fromJson(later).toJson())).toEqual(JSON.parse(later));
}

function expectFrozen(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  expect(value).toSatisfy(Object.isFrozen);
  for (const inner of Object.values(value)) expectFrozen(inner);
}

const rows: Record<string, [cell: string, holds: () => unknown]> = {
  "restored messages are frozen": [
    "yes",
    () => expectFrozen(Transcript.fromJson(Transcript.from(talk.entries().slice(2)).toJson()).entries()),
  ],
  "the stored text has a version": ["yes", () => expect(JSON.parse(stored).version).toBe(1)],
  "a message with a number for its call id": [
    "refused",
    () => expect(Transcript.safeFromJson(stored.replace('"c"', "7")).success).toBe(false),
  ],
  "a key of a later release": ["kept", () => expectKept('"role":"user"', '"role":"user","later":1')],
  "a part of a later release": ["kept", () => expectKept('"It is."', '[{"type":"later","text":"It is."}]')],
  "a date in the input of a call": [
    "a date",
    () => expect(Transcript.fromJson(stored).at(1)?.toolCalls?.[0]?.input).toEqual({ at: new Date(0) }),
  ],
  "the last two messages, of which one is a result": [
    "call and result together",
    () => expect(talk.compact({ keepLast: 2 }).check()).toEqual([]),
  ],
  "a text that was cut off": [
    "`salvage` reads what is whole and keeps the rest",
    () => {
      const { transcript, rejected } = Transcript.salvage(stored.slice(0, -9));
      expect(transcript.entries()).toEqual(talk.entries().slice(0, 3));
      expect(rejected).toMatchObject([{ index: 3, raw: expect.stringContaining('"role":"assistant"') }]);
    },
  ],
  "calls without results": [
    "`check` names them, `repair` answers them",
    () => {
      const open = Transcript.from([...talk.entries().slice(0, 2), user("And now?")]);
      expect(open.check()).toMatchObject([{ kind: "open-call" }]);
      expect(open.repair().transcript.at(2)?.toolResult).toMatchObject({ toolCallId: "c", outcome: "aborted" });
    },
  ],
  "results without calls": [
    "`check` names them, `repair` drops them",
    () => {
      const orphan = Transcript.from([user("So?"), toolResult("c", "Yes.")]);
      expect(orphan.check()).toMatchObject([{ kind: "orphan-result" }]);
      expect(orphan.repair().transcript.length).toBe(1);
    },
  ],
  "… that fails": [
    "leaves the transcript as it was, and says why",
    async () => {
      const reasons: unknown[] = [];
      const kept = await talk.compact({
        keepLast: 1,
        summarize: () => Promise.reject(new Error("rate limit")),
        onUnchanged: (reason) => reasons.push(reason),
      });
      expect(kept).toBe(talk);
      expect(reasons).toHaveLength(1);
    },
  ],
};

describe("docs/peers.md", () => {
  it.each(Object.entries(rows))("of colloquy: %s", async (row, [cell, holds]) => {
    const line = page.split("\n").find((text) => text.startsWith(`| ${row} `));
    expect(line?.split("|")[2]?.trim()).toBe(cell);
    await holds();
  });

  it("compares the releases that are measured", () => {
    for (const name of ["ai", "@langchain/core", "effect"] as const) {
      expect(page).toContain(`\`${name}\` ${peers.dependencies[name]}`);
    }
    expect(page).toContain(`\`@openai/agents\` ${peers.dependencies["@openai/agents-core"]}`);
  });
});
