import fc from "fast-check";
import { describe, it } from "vitest";
import { brokenLists, claims, marked, repairOptions } from "../integrity/claims.js";
import { fuzz, timeout } from "./run.js";

describe("Transcript.repair()", () => {
  it("keeps every claim of lists that are mostly broken", { timeout }, () => {
    fuzz(
      "repair",
      fc.property(brokenLists, repairOptions, (list, options) => {
        const before = marked(list);
        for (const claim of Object.values(claims)) claim(before, options);
      }),
    );
  });
});
