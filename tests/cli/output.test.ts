import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Transcript, user } from "colloquy";
import { describe, expect, it, vi } from "vitest";
import { colloquy, Folder } from "../support/command-line.js";

const folder = new Folder();
// Pages that are written to no file in particular go with it.
vi.stubEnv("TMPDIR", folder.path);
const talk = Transcript.from([user("one"), { role: "assistant", text: "two" }]);
const input = folder.write("input.json", talk.toJson());

describe("--output", () => {
  it("writes the result to the file, and nothing to standard output", async () => {
    const output = join(folder.path, "new.json");
    expect(await colloquy(["repair", input, "--output", output])).toEqual({ code: 0, out: "", err: "" });
    expect(readFileSync(output, "utf8")).toBe(`${talk.toJson()}\n`);
  });

  it("may be the file that is read", async () => {
    const same = folder.write("same.json", talk.toJson());
    expect((await colloquy(["compact", same, "--keep-last", "0", "-o", same])).code).toBe(0);
    expect(Transcript.fromJson(readFileSync(same, "utf8")).length).toBe(1);
  });

  it("takes the results of several files, a line each", async () => {
    const output = join(folder.path, "both.jsonl");
    await colloquy(["repair", input, input, "-o", output]);
    expect(readFileSync(output, "utf8")).toBe(`${talk.toJson()}\n${talk.toJson()}\n`);
  });

  it("takes what --json prints", async () => {
    const output = join(folder.path, "check.json");
    expect((await colloquy(["check", "--json", input, "-o", output])).out).toBe("");
    expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject({ source: input, problems: [] });
  });

  it("leaves the file as it was where an input cannot be read", async () => {
    const output = folder.write("old.json", "precious");
    const missing = join(folder.path, "missing.json");
    expect((await colloquy(["repair", input, missing, "-o", output])).code).toBe(2);
    expect(readFileSync(output, "utf8")).toBe("precious");
  });

  it("says in one line where it cannot be written, and leaves nothing behind", async () => {
    const inside = join(folder.path, "inside");
    mkdirSync(inside);
    const faults = [
      [join(folder.path, "nowhere", "x.json"), "there is no such file or folder"],
      [inside, "it is a folder"],
      [join(input, "x.json"), "a part of its path is no folder"],
      [join(inside, "x".repeat(300)), "its name is too long"],
    ] as const;
    for (const [output, reason] of faults) {
      const { err, code } = await colloquy(["repair", input, "--output", output]);
      expect(err).toBe(`colloquy: Cannot write ${output}: ${reason}\n`);
      expect(code).toBe(2);
    }
    expect(readdirSync(inside)).toEqual([]);
  });

  it("keeps a link a link, and the permissions of a file", async () => {
    const target = folder.write("target.json", "old");
    chmodSync(target, 0o640);
    const link = join(folder.path, "link.json");
    symlinkSync(target, link);
    await colloquy(["repair", input, "--output", link]);
    expect(readFileSync(target, "utf8")).toBe(`${talk.toJson()}\n`);
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder.path).filter((name) => name.startsWith(".colloquy"))).toEqual([]);
  });

  it("writes what a link names that is not there yet", async () => {
    const link = join(folder.path, "link-ahead.json");
    symlinkSync("ahead.json", link);
    await colloquy(["repair", input, "--output", link]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder.path, "ahead.json"), "utf8")).toBe(`${talk.toJson()}\n`);
  });

  it("writes to what is no regular file as it is", async () => {
    expect((await colloquy(["repair", input, "--output", "/dev/null"])).code).toBe(0);
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});

describe("standard output", () => {
  it("is what - names for --output, as it does for what is read", async () => {
    const { out, code } = await colloquy(["repair", input, "--output", "-"]);
    expect({ out, code }).toEqual({ out: `${talk.toJson()}\n`, code: 0 });
    expect(existsSync("-")).toBe(false);
  });

  it("is not written to any more when its reader has seen enough", async () => {
    const ended = await colloquy(["show", input, input, input], { refusal: { code: "EPIPE", after: 1 } });
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out.split("\n[0] user")).toHaveLength(2);
  });

  it("is told of in one line where it takes nothing", async () => {
    const { err, code } = await colloquy(["show", input], { refusal: { code: "ENOSPC", after: 0 } });
    expect(err).toBe("colloquy: Cannot write standard output: no space is left\n");
    expect(code).toBe(2);
  });
});

describe("view", () => {
  it("writes the page into a folder of its own, and says where", async () => {
    const { out, code } = await colloquy(["view", input]);
    expect(out).toMatch(/\/colloquy-\w+\/input\.html\n$/);
    expect(readFileSync(out.trimEnd(), "utf8")).toContain(`<title>${input}</title>`);
    expect(code).toBe(0);
  });

  it("writes the page to the file that --output names, and says so to programs", async () => {
    const page = join(folder.path, "page.html");
    const { out } = await colloquy(["view", input, "--json", "--output", page]);
    expect(JSON.parse(out)).toEqual({ source: input, page });
    expect(readFileSync(page, "utf8")).toMatch(/^<!doctype html>/i);
  });

  it("prints the page where --output names standard output", async () => {
    const { out } = await colloquy(["view", input, "--output", "-"]);
    expect(out).toMatch(/^<!doctype html>/i);
  });

  it("refuses one file for several pages", async () => {
    const page = join(folder.path, "pages.html");
    const { err, code } = await colloquy(["view", input, input, "--output", page]);
    expect(err).toBe(`colloquy: Cannot write ${page}: it takes one page, and there are more conversations\n`);
    expect(code).toBe(2);
  });

  it.skipIf(process.platform !== "linux")("opens the page with what the system opens files with", async () => {
    const opener = join(folder.path, "xdg-open");
    const opened = join(folder.path, "opened");
    writeFileSync(opener, `#!/bin/sh\necho "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`, {
      mode: 0o755,
    });
    const env = { PATH: `${folder.path}:${process.env["PATH"]}` };
    const { out } = await colloquy(["view", input, "--open"], { env });
    await expect.poll(() => readdirSync(folder.path), { timeout: 10_000 }).toContain("opened");
    expect(readFileSync(opened, "utf8")).toBe(out);
  });

  it.skipIf(process.platform !== "linux")("says where nothing can open the page", async () => {
    const { err, code } = await colloquy(["view", input, "--open"], { env: { PATH: folder.path.concat("/none") } });
    expect(err).toMatch(/^colloquy: Cannot open .*\.html by xdg-open: there is no such file or folder\n$/);
    expect(code).toBe(2);
  });
});
