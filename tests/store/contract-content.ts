import { assistant, toolResult, Transcript, user } from "colloquy";
import fc from "fast-check";
import { openStore } from "colloquy/store";
import { expect, it } from "vitest";
import { conversation, entryInput } from "../support/arbitraries.js";
import { monologue, type Subject } from "./subject.js";

/** What of a transcript comes back: everything. */
export function describeContent(subject: Subject): void {
  const save = (id: string, transcript: Transcript): Promise<unknown> =>
    subject.store.save(id, transcript, { expect: "any" });
  const load = async (id: string): Promise<string | undefined> => (await subject.store.load(id))?.transcript.toJson();

  it("keeps what no other store keeps: NUL, lone surrogates, line separators, key order, numbers as text", async () => {
    const input = JSON.parse('{"z":1,"a":{"10":"ten","9":"nine"},"__proto__":"p"}') as unknown;
    const call = { toolCallId: "\u0000", toolName: "f", input, inputText: undefined };
    const odd = Transcript.from([
      user("\u0000 \uD800 \uDC00\uD800 \u2028 \uFFFF \u{10FFFF} '; drop table colloquy_entries; -- %_\\"),
      assistant("", { toolCalls: [call] }),
      toolResult("\u0000", new Map<unknown, unknown>([[new Date(0), -0n]]), { toolName: "\uDFFF" }),
    ]);
    await save("a", odd);
    expect(await load("a")).toBe(odd.toJson());
  });

  it("keeps 20 MB of base64 in an entry, and entries around it", { timeout: 120_000 }, async () => {
    const data = Buffer.alloc(15 * 2 ** 20, "colloquy").toString("base64");
    const large = Transcript.from([
      user("Look:"),
      user([{ type: "file", mediaType: "image/png", data }]),
      assistant("Nice."),
    ]);
    await save("a", large);
    expect((await load("a")) === large.toJson()).toBe(true);
  });

  it("keeps 10,000 entries", { timeout: 120_000 }, async () => {
    const long = monologue(10_000);
    await save("a", long);
    expect((await load("a")) === long.toJson()).toBe(true);
    await save("a", long.compact({ keepLast: 2 }));
    expect((await subject.store.load("a"))?.transcript.length).toBe(3);
  });

  it(
    "keeps whatever may be put in, through whatever edits, whoever of two makes them",
    { timeout: 120_000 },
    async () => {
      const entries = fc.oneof(conversation(), fc.array(entryInput(), { maxLength: 8 }));
      const edit = fc.oneof<fc.Arbitrary<(transcript: Transcript) => Transcript>[]>(
        entries.map((inputs) => (transcript) => transcript.concat(inputs)),
        fc.nat(6).map((index) => (transcript) => transcript.splitAt(index)[0]),
        fc.nat(6).map((keepLast) => (transcript) => transcript.compact({ keepLast })),
        fc.constant((transcript) => transcript.redact("a", "b")),
        fc.constant((transcript) => Transcript.fromJson(transcript.toJson())),
      );
      const other = await openStore(subject.place.url);
      await fc.assert(
        fc.asyncProperty(entries, fc.array(fc.tuple(edit, fc.boolean()), { maxLength: 4 }), async (inputs, steps) => {
          let transcript = Transcript.from(inputs);
          let { revision } = await subject.store.save("a", transcript, { expect: "any" });
          for (const [change, isOther] of steps) {
            transcript = change(transcript);
            ({ revision } = await (isOther ? other : subject.store).save("a", transcript, { expect: revision }));
            expect(await load("a")).toBe(transcript.toJson());
          }
        }),
        { numRuns: 40 },
      );
      await other.close();
    },
  );
}
