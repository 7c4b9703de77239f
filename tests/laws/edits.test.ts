import { Transcript, type EntryInput } from "colloquy";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { brokenConversation, conversation } from "../support/arbitraries.js";
import { isSafeCut } from "../support/oracle.js";

// Many runs on a busy machine take longer than the runner waits for one test.
vi.setConfig({ testTimeout: 120_000 });

/** A transcript beside the plain array of marks that it should hold. */
interface Snapshot {
  readonly transcript: Transcript;
  readonly model: readonly string[];
}

type Edit = (snapshot: Snapshot) => Snapshot;

const said = (mark: string): EntryInput => ({ role: "user", text: mark });
const marks = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 });

function at(model: readonly string[], index: number): number {
  return index % Math.max(model.length, 1);
}

const edit: fc.Arbitrary<Edit> = fc.oneof(
  marks.map((list): Edit => ({ transcript, model }) => ({
    transcript: transcript.append(...list.map(said)),
    model: [...model, ...list],
  })),
  marks.map((list): Edit => ({ transcript, model }) => ({
    transcript: transcript.concat(list.map(said)),
    model: [...model, ...list],
  })),
  marks.map((list): Edit => ({ transcript, model }) => {
    function* generate(): Generator<EntryInput> {
      for (const mark of list) yield said(mark);
    }
    return { transcript: transcript.concat(generate()), model: [...model, ...list] };
  }),
  marks.map((list): Edit => ({ transcript, model }) => ({
    transcript: transcript.concat(Transcript.from(list.map(said))),
    model: [...model, ...list],
  })),
  fc.constant<Edit>(({ transcript, model }) => ({
    transcript: transcript.concat(transcript),
    model: [...model, ...model],
  })),
  fc.tuple(fc.nat(60), fc.constantFrom("x", "y")).map(([index, mark]): Edit => ({ transcript, model }) => {
    if (model.length === 0) return { transcript, model };
    return { transcript: transcript.replace(at(model, index), said(mark)), model: model.with(at(model, index), mark) };
  }),
  fc.nat(60).map((index): Edit => ({ transcript, model }) => ({
    transcript: transcript.map((entry, place) => (place === at(model, index) ? said(`${entry.text}!`) : entry)),
    model: model.map((mark, place) => (place === at(model, index) ? `${mark}!` : mark)),
  })),
  fc.integer({ min: -60, max: 60 }).map((index): Edit => ({ transcript, model }) => ({
    transcript: transcript.splitAt(index)[0],
    model: model.slice(0, index),
  })),
  fc.integer({ min: -60, max: 60 }).map((index): Edit => ({ transcript, model }) => ({
    transcript: transcript.splitAt(index)[1],
    model: model.slice(index),
  })),
);

function expectAgrees({ transcript, model }: Snapshot): void {
  expect(transcript.entries().map((entry) => entry.text)).toEqual(model);
  expect(transcript.length).toBe(model.length);
  expect([...transcript].map((entry) => entry.text)).toEqual(model);
  expect([-1, 0, 1, model.length].map((index) => transcript.at(index)?.text)).toEqual(
    [-1, 0, 1, model.length].map((index) => model.at(index)),
  );
  expect(transcript.estimateTokens()).toBe(Math.floor(model.join("").length / 4));
}

describe("Edits agree with a plain array", () => {
  it("whatever is done after what, on the newest value or forked from an older one, and no older value changes", () => {
    const steps = fc.array(fc.tuple(edit, fc.option(fc.nat(20), { nil: undefined })), { maxLength: 10 });
    fc.assert(
      fc.property(steps, (list) => {
        const history: Snapshot[] = [{ transcript: Transcript.empty, model: [] }];
        for (const [change, fork] of list) {
          const from = history.at(fork === undefined ? -1 : fork % history.length) ?? history[0];
          if (from !== undefined && from.model.length < 200) history.push(change(from));
        }
        for (const snapshot of history) expectAgrees(snapshot);
      }),
      { numRuns: 400 },
    );
  });

  it("startsWith() and since() say what the arrays say", () => {
    const steps = fc.array(fc.tuple(edit, fc.nat(20)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(steps, (list) => {
        const history: Snapshot[] = [{ transcript: Transcript.empty, model: [] }];
        for (const [change, fork] of list) history.push(change(history.at(fork % history.length) as Snapshot));
        for (const whole of history) {
          for (const base of history) {
            const prefix = base.model.every((mark, index) => whole.model[index] === mark);
            expect(whole.transcript.startsWith(base.transcript)).toBe(prefix);
            if (prefix)
              expect(whole.transcript.since(base.transcript).map((entry) => entry.text)).toEqual(
                whole.model.slice(base.model.length),
              );
            else
              expect(() => whole.transcript.since(base.transcript)).toThrow(
                expect.objectContaining({ code: "not-a-prefix" }),
              );
            expect(whole.transcript.equals(base.transcript)).toBe(prefix && whole.model.length === base.model.length);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("Transcript.splitAt()", () => {
  const lists = fc.oneof(conversation({ reasoningEntries: true }), brokenConversation());

  it("gives halves that together equal the whole", () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: -20, max: 20 }), (list, index) => {
        const whole = Transcript.from(list);
        const [head, tail] = whole.splitAt(index);
        expect(head.concat(tail).equals(whole)).toBe(true);
        expect(head.length + tail.length).toBe(whole.length);
      }),
    );
  });

  it("cuts where it was asked to when that is safe, and at the next safe place when it is not", () => {
    fc.assert(
      fc.property(conversation(), fc.integer({ min: -20, max: 20 }), (list, index) => {
        const whole = Transcript.from(list);
        const asked = index < 0 ? Math.max(0, whole.length + index) : Math.min(index, whole.length);
        let cut = asked;
        while (!isSafeCut(whole.entries(), cut)) cut++;
        expect(whole.splitAt(index)[0].length).toBe(cut);
      }),
      { numRuns: 300 },
    );
  });
});
