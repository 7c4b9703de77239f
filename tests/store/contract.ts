import { openStore } from "colloquy/store";
import { afterAll, beforeAll, describe } from "vitest";
import type { Backend } from "./backends.js";
import { describeContent } from "./contract-content.js";
import { describeIds } from "./contract-ids.js";
import { describeOpening } from "./contract-opening.js";
import { describeSaving } from "./contract-save.js";
import type { Subject } from "./subject.js";

/** What a store promises, on every kind of database. */
export function storeContract(backend: Backend): void {
  const subject = {} as Subject;

  beforeAll(async () => {
    subject.place = await backend.makePlace();
    subject.store = await openStore(subject.place.url);
  });

  afterAll(async () => {
    await subject.store.close();
    await subject.place.remove();
  });

  describe("saving", () => describeSaving(subject));
  describe("content", () => describeContent(subject));
  describe("ids and lists", () => describeIds(subject));
  describe("opening", () => describeOpening(subject, backend));
}
