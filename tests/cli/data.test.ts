import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { colloquy, Folder } from "../support/command-line.js";
import { sharedDataFiles, sharedDataIsThere } from "../support/data.js";

const folder = new Folder();
// Pages that are written to no file in particular go with it.
vi.stubEnv("TMPDIR", folder.path);

describe.runIf(sharedDataIsThere)("recorded conversations (from ../shared/data)", () => {
  for (const { format, path, name } of sharedDataFiles()) {
    it(`${name} is shown, counted, checked, converted and viewed`, async () => {
      const shown = await colloquy(["show", path]);
      expect(shown).toMatchObject({ code: 0 });
      expect(shown.out).toContain("\n[0] ");

      const counted = await colloquy(["stats", "--json", path]);
      expect(counted.code).toBe(0);
      expect(linesOf(counted.out)[0]).toMatchObject({ format });

      const checked = await colloquy(["check", "--json", path]);
      const conversations = linesOf(checked.out);
      const problems = conversations.flatMap((conversation) => conversation["problems"]);
      expect(checked.code).toBe(problems.length > 0 ? 1 : 0);

      const converted = await colloquy(["convert", path, "--to", "anthropic"]);
      expect(converted.code).toBe(0);
      expect(linesOf(converted.out)).toHaveLength(conversations.length);

      const page = join(folder.path, "page.html");
      const viewed = await colloquy(["view", path, ...(conversations.length === 1 ? ["--output", page] : [])]);
      expect(viewed.code).toBe(0);
      expect(readFileSync(viewed.out.split("\n")[0]!, "utf8")).toMatch(/^<!doctype html>/i);
    });
  }
});

function linesOf(out: string): Record<string, unknown>[] {
  const lines = out.trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
