import { assistant, toolResult, Transcript, user } from "colloquy";
import { ConflictError, openStore, type TranscriptStore } from "colloquy/store";
import { afterEach, beforeEach, expect } from "vitest";
import type { Backend, Place } from "./backends.js";

/** The store that a suite is about. It is there while tests run. */
export interface Subject {
  place: Place;
  store: TranscriptStore;
}

/** Opens a store of its own for each test of a suite. */
export function storePerTest({ makePlace }: Backend): Subject {
  const subject = {} as Subject;
  beforeEach(async () => {
    subject.place = await makePlace();
    subject.store = await openStore(subject.place.url);
  });
  afterEach(async () => {
    await subject.store.close();
    await subject.place.remove();
  });
  return subject;
}

/** A question, a call and its result. */
export const talk = Transcript.from([
  user("What is the weather?"),
  assistant("Checking.", { toolCalls: [{ toolCallId: "1", toolName: "weather", input: { city: "Paris" } }] }),
  toolResult("1", "18C"),
]);

/** A conversation of so many entries. */
export function monologue(length: number): Transcript {
  return Transcript.from(Array.from({ length }, (_empty, index) => user(`Message ${index}`)));
}

/** Deletes every conversation. */
export async function clear(store: TranscriptStore): Promise<void> {
  for (;;) {
    const page = await store.list();
    if (page.length === 0) return;
    for (const { id } of page) await store.delete(id);
  }
}

/** The conflict that a save ends in. */
export async function conflictOf(saving: Promise<unknown>): Promise<ConflictError> {
  const error: unknown = await saving.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConflictError);
  return error as ConflictError;
}
