import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Transcript, user } from "colloquy";
import { build } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { Folder } from "../support/command-line.js";

const root = resolve(import.meta.dirname, "../..");
const folder = new Folder();
const cli = join(folder.path, "dist/cli.js");
const talk = Transcript.from(
  Array.from({ length: 500 }, (_empty, index) => user(`message ${index} ${"x".repeat(500)}`)),
);
folder.write("talk.json", talk.toJson());

/** Runs a line of a shell in which `colloquy` is the command. */
function shell(line: string) {
  const script = `colloquy() { "${process.execPath}" "${cli}" "$@"; }\nset -o pipefail\n${line}`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script], { cwd: folder.path, encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

describe.skipIf(process.platform === "win32")("the command in a process of its own", () => {
  beforeAll(async () => {
    // As one file each, so that they run where no packages are.
    await build({
      root,
      configFile: false,
      logLevel: "silent",
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: join(folder.path, "dist"),
        rollupOptions: { input: ["src/cli/cli.ts"], output: { entryFileNames: "[name].js" } },
      },
    });
    copyFileSync(join(root, "package.json"), join(folder.path, "package.json"));
  }, 120_000);

  it("says its version", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(shell("colloquy --version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });

  it("hands a conversation from one command to the next", () => {
    const { code, out, err } = shell(
      "colloquy compact talk.json --keep-last 2 2>/dev/null | colloquy convert --to openai-chat",
    );
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toHaveLength(3);
  });

  it("ends in silence where the reader of its output has seen enough", () => {
    const { code, out, err } = shell("colloquy show talk.json --full talk.json talk.json | head -n 1");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^talk\.json colloquy, 500 entries/);
  });

  it("says that standard input is empty where it is closed", () => {
    const { code, err } = shell("colloquy show <&-");
    expect({ code, err }).toEqual({ code: 2, err: "colloquy: Cannot read standard input: it is empty\n" });
  });

  it.skipIf(process.platform !== "linux")("says in one line that no space is left", () => {
    expect(shell("colloquy show talk.json >/dev/full")).toEqual({
      code: 2,
      out: "",
      err: "colloquy: Cannot write standard output: no space is left\n",
    });
  });

  it("reads a file that begins with a dash behind --", () => {
    writeFileSync(join(folder.path, "-odd.json"), talk.toJson());
    expect(shell("colloquy check -- -odd.json").out).toBe("-odd.json: nothing is wrong\n");
  });
});
