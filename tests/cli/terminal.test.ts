import { Transcript } from "colloquy";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Progress } from "../../src/cli/progress.js";
import { colloquy, Folder, Sink } from "../support/command-line.js";
import { everywhere, OBEYED, PAYLOADS } from "../support/hostile-text.js";

const folder = new Folder();
// Pages that are written to no file in particular go with it.
vi.stubEnv("TMPDIR", folder.path);
const payload = Object.values(PAYLOADS).join("\n");
const hostile = everywhere(payload);
const HOSTILE_NAME = "\u001b[31mred\u202E\u0007.json";

describe("hostile content", () => {
  for (const args of [
    ["show", "--full", "--reasoning"],
    ["stats"],
    ["check", "--for", "anthropic"],
    ["compact", "--dry-run"],
  ]) {
    it(`is shown, never obeyed, by ${args[0]}`, async () => {
      const { out, err } = await colloquy(args, { stdin: hostile.toJson() });
      expect(out).not.toMatch(OBEYED);
      expect(err).not.toMatch(OBEYED);
    });
  }

  for (const args of [
    ["repair"],
    ["compact"],
    ["prune", "--max-bytes", "0"],
    ["convert", "--to", "gemini"],
    ["show", "--json"],
  ]) {
    it(`says the same in what ${args.join(" ")} prints, and is not obeyed`, async () => {
      const { out, err } = await colloquy(args, { stdin: hostile.toJson() });
      expect(out).not.toMatch(OBEYED);
      expect(err).not.toMatch(OBEYED);
      if (args[0] === "repair") expect(Transcript.fromJson(out).equals(hostile.repair().transcript)).toBe(true);
    });
  }

  it("is not obeyed in names of keys and types of a file", async () => {
    const message = { role: "user", content: "hi", type: payload };
    for (const file of [
      { messages: [message], [payload]: 1 },
      { sessionId: "s", messages: [{ type: payload }] },
    ]) {
      const { out, err } = await colloquy(["show"], { stdin: JSON.stringify(file) });
      expect(out + err).not.toMatch(OBEYED);
    }
  });

  it("is not obeyed in the names of files, whatever is said of them", async () => {
    const path = folder.write(HOSTILE_NAME, hostile.toJson());
    const missing = `${path}\u001b[0m`;
    const lines = [
      ["show"],
      ["stats"],
      ["check"],
      ["compact"],
      ["view"],
      ["view", "--output", missing.concat("/x")],
      ["show", missing],
    ];
    for (const [command, ...rest] of lines) {
      const { out, err } = await colloquy([command!, path, ...rest]);
      expect(err).not.toMatch(OBEYED);
      expect(out).not.toMatch(OBEYED);
    }
  });

  it("is not obeyed in options and commands", async () => {
    for (const args of [
      [payload],
      ["show", `--${payload}`],
      ["show", "--role", payload],
      ["show", "--from", payload],
    ]) {
      const { err, code } = await colloquy(args);
      expect(err).not.toMatch(OBEYED);
      expect(code).toBe(2);
    }
  });
});

describe("wrong use", () => {
  const faults: readonly (readonly [args: readonly string[], line: string])[] = [
    [["shwo"], "colloquy: unknown command 'shwo'\n(Did you mean show?)\n"],
    [["show", "--colour"], "colloquy: unknown option '--colour'\n"],
    [
      ["show", "--from", "-1"],
      "colloquy: option '--from <index>' argument '-1' is invalid. Expected a whole number of at least 0.\n",
    ],
    [["convert"], "colloquy: required option '--to <format>' not specified\n"],
    [
      ["compact", "--keep-last", "1", "--keep-last-tokens", "1"],
      "colloquy: option '--keep-last <entries>' cannot be used with option '--keep-last-tokens <tokens>'\n",
    ],
  ];
  for (const [args, line] of faults) {
    it(`is told and exits with 2: ${args.join(" ")}`, async () => {
      expect(await colloquy(args)).toEqual({ code: 2, out: "", err: line });
    });
  }

  it("shows the help on standard error where no command is named", async () => {
    const { code, out, err } = await colloquy([]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^Usage: colloquy /);
  });
});

describe("help", () => {
  it("lists commands, formats and exit codes", async () => {
    const { code, out } = await colloquy(["--help"]);
    expect(code).toBe(0);
    for (const word of [
      "show",
      "stats",
      "check",
      "repair",
      "convert",
      "compact",
      "prune",
      "view",
      "demo",
      "claude-code",
    ]) {
      expect(out).toMatch(new RegExp(`^  ${word} `, "m"));
    }
    expect(out).toContain("Exit codes: 0 fine; 1 problems found");
  });

  it("has examples and exit codes for every command", async () => {
    for (const command of ["show", "stats", "check", "repair", "convert", "compact", "prune", "view", "demo"]) {
      const { code, out } = await colloquy([command, "--help"]);
      expect(code).toBe(0);
      expect(out).toContain(`Examples:\n  $ colloquy ${command}`);
      expect(out).toContain("Exit codes: ");
    }
  });

  it("names the version", async () => {
    expect(await colloquy(["--version"])).toEqual({ code: 0, out: "1.2.3\n", err: "" });
  });
});

describe("Progress", () => {
  afterEach(() => void vi.restoreAllMocks());

  /** Works on two sources of 100 bytes, while each step takes so many milliseconds. */
  function work(isTTY: boolean, milliseconds: number, bytes = 100): string {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const sink = new Sink(isTTY);
    const progress = new Progress(sink);
    progress.expect(2 * bytes);
    for (let source = 0; source < 2; source += 1) {
      progress.read(bytes);
      for (let step = 0; step < 3; step += 1) {
        now += milliseconds;
        progress.step();
      }
      progress.next();
    }
    progress.hide();
    return sink.text;
  }

  it("shows a bar on a terminal for work of over a second, and takes it away", () => {
    const shown = work(true, 400);
    expect(shown).toContain(" 50%");
    expect(shown.lastIndexOf("\u001b[2K")).toBeGreaterThan(shown.lastIndexOf("%"));
  });

  it("shows a bar at once for what is so large that it will take a second", () => {
    expect(work(true, 0, 20_000_000)).toContain("%");
  });

  it("shows nothing for short work, and where there is no terminal", () => {
    expect(work(true, 10)).toBe("");
    expect(work(false, 400)).toBe("");
  });
});
