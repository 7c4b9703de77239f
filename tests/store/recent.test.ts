import { Transcript } from "colloquy";
import { describe, expect, it } from "vitest";
import { Recent } from "../../src/store/recent.js";

describe("Recent", () => {
  const known = (characters: number) => ({ transcript: Transcript.empty, revision: "r", characters });
  const idsIn = (recent: Recent): string[] => ["a", "b", "c"].filter((id) => recent.get(id) !== undefined);

  it("forgets what was set longest ago where all together are too long", () => {
    const recent = new Recent(10);
    for (const id of ["a", "b", "a", "c"]) recent.set(id, known(5));
    expect(idsIn(recent)).toEqual(["a", "c"]);
  });

  it("keeps the last one, however long it is", () => {
    const recent = new Recent(10);
    recent.set("a", known(5));
    recent.set("b", known(50));
    expect(idsIn(recent)).toEqual(["b"]);
    recent.set("b", known(5));
    recent.set("c", known(5));
    expect(idsIn(recent)).toEqual(["b", "c"]);
  });

  it("makes room again for what is forgotten", () => {
    const recent = new Recent(10);
    recent.set("a", known(10));
    recent.forget("a");
    recent.forget("never there");
    for (const id of ["b", "c"]) recent.set(id, known(5));
    expect(idsIn(recent)).toEqual(["b", "c"]);
  });
});
