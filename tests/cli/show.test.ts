import { Transcript, toolResult, user } from "colloquy";
import { describe, expect, it } from "vitest";
import { colloquy, Folder } from "../support/command-line.js";

const folder = new Folder();
const call = { toolCallId: "c1", toolName: "search", input: { q: "tides" } };
const path = folder.write(
  "run.json",
  Transcript.from([
    user("When is high tide?"),
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "I look it up." },
        { type: "tool-call", ...call },
      ],
    },
    toolResult("c1", `At 04:12. ${"More. ".repeat(200)}`),
    { role: "assistant", text: "At 04:12." },
  ]).toJson(),
);

async function show(...args: readonly string[]): Promise<string> {
  const { out, code, err } = await colloquy(["show", path, ...args]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const [heading = "", ...rest] = out.split("\n\n");
  expect(heading).toMatch(/run\.json colloquy, 4 entries, 1 turn, about \d+ tokens$/);
  return rest.join("\n\n");
}

describe("show", () => {
  it("shows who said what, calls on one line, long results cut with how much is left", async () => {
    const out = await show();
    expect(out).toContain("[0] user\n    When is high tide?\n");
    expect(out).toContain('[1] assistant\n  ~ reasoning, 13 characters\n  > search {"q":"tides"}\n');
    expect(out).toMatch(/\[2\] tool\n {2}< search\n {4}At 04:12\. .*\n {2}… 610 characters left\n/);
    expect(out).not.toContain("\u001b");
  });

  it("shows reasoning with --reasoning, and results whole with --full", async () => {
    expect(await show("--reasoning")).toContain("    I look it up.\n");
    expect(await show("--full")).toContain("More. ".repeat(200).trimEnd());
  });

  it("leaves tool calls and results out with --no-tools", async () => {
    const out = await show("--no-tools");
    expect(out).not.toContain("search");
    expect(out).toContain("[3] assistant\n    At 04:12.\n");
    expect(await show("--tools")).toBe(await show());
  });

  it("shows some roles with --role, and some entries with --from and --to", async () => {
    const indexes = async (...args: string[]) =>
      Array.from((await show(...args)).matchAll(/^\[(\d+)\]/gm), (m) => m[1]);
    expect(await indexes("--role", "user")).toEqual(["0"]);
    expect(await indexes("--role", "user", "--role", "tool")).toEqual(["0", "2"]);
    expect(await indexes("--from", "1", "--to", "3")).toEqual(["1", "2"]);
    expect(await indexes("--from", "3", "--to", "99")).toEqual(["3"]);
  });

  it("prints an entry a line with --json, each as the document has it", async () => {
    const { out } = await colloquy(["show", "--json", "--from", "1", "--role", "assistant", path]);
    const lines = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([
      expect.objectContaining({ source: path, index: 1 }),
      { source: path, index: 3, entry: { role: "assistant", content: "At 04:12." } },
    ]);
  });

  it("has colours on a terminal alone, and none where NO_COLOR is set or the terminal is dumb", async () => {
    const onTerminal = async (env: Record<string, string>) =>
      (await colloquy(["show", path], { terminals: ["stdout"], env })).out.includes("\u001b[");
    expect(await onTerminal({})).toBe(true);
    expect(await onTerminal({ NO_COLOR: "" })).toBe(true);
    expect(await onTerminal({ NO_COLOR: "1" })).toBe(false);
    expect(await onTerminal({ TERM: "dumb" })).toBe(false);
  });

  it("has no colours in a file that --output names", async () => {
    const { readFileSync } = await import("node:fs");
    const output = `${folder.path}/shown.txt`;
    const { out } = await colloquy(["show", path, "--output", output], { terminals: ["stdout"] });
    expect(out).toBe("");
    expect(readFileSync(output, "utf8")).toContain(await show());
  });
});
