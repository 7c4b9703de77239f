import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { toolResult, Transcript, user, type Entry } from "colloquy";
import { describe, expect, it } from "vitest";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Whether something is still held, once everything that nobody holds is gone. */
async function isHeld(reference: WeakRef<object>): Promise<boolean> {
  // A reference that was just made or read holds its target until the current task ends.
  await new Promise((resolve) => setTimeout(resolve, 0));
  collectGarbage();
  return reference.deref() !== undefined;
}

function firstOf(transcript: Transcript): WeakRef<Entry> {
  return new WeakRef(transcript.at(0)!);
}

async function heldBytes(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const MEGABYTE = 1_000_000;

describe("What nobody holds any more is not pinned", () => {
  it("the entries of a fork are gone with the fork, although its base stays", async () => {
    const base = Transcript.from([user("base")]);
    const forked = ((): WeakRef<Entry> => new WeakRef(base.append(user("fork")).at(-1)!))();
    expect(await isHeld(forked)).toBe(false);
    expect(base.length).toBe(1);
  });

  it("a list that entries() made for an older snapshot is gone with the snapshot", async () => {
    const [list, live] = ((): [WeakRef<readonly Entry[]>, Transcript] => {
      const older = Transcript.from([user("one")]).append(user("two"));
      const newer = older.append(user("three"));
      return [new WeakRef(older.entries()), newer];
    })();
    expect(await isHeld(list)).toBe(false);
    expect(live.length).toBe(3);
  });

  it("the first half of a split is gone when only the second is kept", async () => {
    const [first, rest] = ((): [WeakRef<Entry>, Transcript] => {
      const whole = Transcript.from([user("one"), user("two")]);
      return [firstOf(whole), whole.splitAt(1)[1]];
    })();
    expect(await isHeld(first)).toBe(false);
    expect(rest.at(0)?.text).toBe("two");
  });

  it("folded entries are gone with the transcript that was compacted", async () => {
    const [first, shorter] = ((): [WeakRef<Entry>, Transcript] => {
      const whole = Transcript.from([user("one"), user("two"), user("three")]).append(user("four"));
      return [firstOf(whole), whole.compact({ keepLast: 1 })];
    })();
    expect(await isHeld(first)).toBe(false);
    expect(shorter.length).toBe(2);
  });

  it("a conversation that is written at every turn holds its document once, not once for each turn", async () => {
    let transcript = Transcript.from([user("x".repeat(2 * MEGABYTE))]);
    transcript.toJson();
    const before = await heldBytes();
    for (let turn = 0; turn < 40; turn += 1) {
      transcript = transcript.append(user(`turn ${turn}`));
      // Who writes it to a disk reads all of it.
      expect(Buffer.byteLength(transcript.toJson())).toBeGreaterThan(2 * MEGABYTE);
    }
    expect((await heldBytes()) - before).toBeLessThan(10 * MEGABYTE);
    expect(Transcript.fromJson(transcript.toJson()).length).toBe(41);
  });

  it("a shortened result and a summary's line hold nothing of the long text that they were cut from", async () => {
    const long = (index: number): string => String.fromCharCode(97 + (index % 26)).repeat(MEGABYTE) + index;
    const before = await heldBytes();
    const shorter = ((): readonly Transcript[] =>
      Array.from({ length: 40 }, (_, index) => {
        const results = Transcript.from([
          user("go"),
          { role: "assistant", text: "", toolCalls: [{ toolCallId: "1", toolName: "read", input: {} }] },
          toolResult("1", long(index)),
        ]);
        const said = Transcript.from([user(long(index)), user("end")]);
        return results.pruneToolResults({ maxBytes: 200, keepLastTurns: 0 }).concat(said.compact({ keepLast: 1 }));
      }))();
    expect(shorter).toHaveLength(40);
    expect((await heldBytes()) - before).toBeLessThan(20 * MEGABYTE);
  });
});
