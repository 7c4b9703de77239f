import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { Transcript, user } from "colloquy";
import { describe, expect, it } from "vitest";
import { colloquy, Folder } from "../support/command-line.js";

const folder = new Folder();
const talk = Transcript.from([user("one"), { role: "assistant", text: "two" }, user("three")]);
const messages = [
  { role: "user", content: "one" },
  { role: "assistant", content: "two" },
  { role: "user", content: "three" },
];

/** How many entries of what `stats` was given could be read, and what was told beside. */
async function read(file: unknown, name = "file.json"): Promise<{ entries: number[]; code: number; err: string }> {
  const path = folder.write(name, file);
  const { out, err, code } = await colloquy(["stats", "--json", path]);
  const lines = out.split("\n").filter((line) => line !== "");
  const entries = lines.map((line) => (JSON.parse(line) as { entries: number }).entries);
  return { entries, code, err: err.replaceAll(path, "FILE") };
}

describe("input", () => {
  it("is standard input where no file is named, and where the name is -", async () => {
    const stdin = talk.toJson();
    for (const args of [["show"], ["show", "-"]]) {
      const { out, code } = await colloquy(args, { stdin });
      expect(out).toContain("standard input colloquy, 3 entries, 2 turns");
      expect(code).toBe(0);
    }
  });

  it("is not waited for where standard input is a terminal", async () => {
    const { err, code } = await colloquy(["show"], { terminals: ["stdin"] });
    expect(err).toBe("colloquy: Cannot read standard input: it is a terminal: name a file, or pipe one in\n");
    expect(code).toBe(2);
  });

  it("may be several files, each with a name above it", async () => {
    const one = folder.write("one.json", messages);
    const two = folder.write("two.json", talk.toJson());
    const { out } = await colloquy(["show", one, two]);
    expect(out.split("\n").filter((line) => line.includes(" entries, "))).toEqual([
      `${one} openai-chat, 3 entries, 2 turns, about 2 tokens`,
      `${two} colloquy, 3 entries, 2 turns, about 2 tokens`,
    ]);
  });

  it("may hold several conversations, as JSON Lines and as a list", async () => {
    expect(await read(`${talk.toJson()}\n${JSON.stringify({ messages })}\n`)).toMatchObject({
      entries: [3, 3],
      code: 0,
    });
    expect(await read([messages, messages.slice(0, 1)])).toMatchObject({ entries: [3, 1], code: 0 });
    const { out } = await colloquy(["check", folder.write("both.json", [messages, messages])]);
    expect(out.split("\n").map((line) => line.replace(/^.*both/, ""))).toEqual([
      ".json#1: nothing is wrong",
      ".json#2: nothing is wrong",
      "",
    ]);
  });

  it("may be a request, and what it holds beside the messages is told", async () => {
    const { entries, err } = await read({ model: "m", system: "Be kind.", messages, max_tokens: 9 });
    expect(entries).toEqual([4]);
    expect(err).toBe("colloquy: FILE: left out, beside the messages: model, max_tokens\n");
  });

  it("may be one message, and a list of messages a line each", async () => {
    expect(await read(messages[0])).toMatchObject({ entries: [1], code: 0 });
    expect(await read(messages.map((message) => `${JSON.stringify(message)}\n`).join(""))).toMatchObject({
      entries: [3],
    });
  });

  it("may be a session of one line", async () => {
    const line = { type: "user", uuid: "u1", sessionId: "s", message: { role: "user", content: "hi" } };
    expect(await read(`${JSON.stringify(line)}\n`)).toMatchObject({ entries: [1], code: 0 });
  });

  it("may begin with a byte order mark, and may be UTF-16", async () => {
    const json = talk.toJson();
    expect(await read(`\uFEFF${json}`)).toMatchObject({ entries: [3], code: 0, err: "" });
    const utf16 = Buffer.from(`\uFEFF${json}`, "utf16le");
    expect(await read(utf16)).toMatchObject({ entries: [3], code: 0, err: "" });
    expect(await read(Buffer.from(utf16).swap16())).toMatchObject({ entries: [3], code: 0, err: "" });
  });

  it("is followed through links", async () => {
    const link = join(folder.path, "link.json");
    symlinkSync(folder.write("target.json", messages), link);
    expect((await colloquy(["check", link])).code).toBe(0);
  });
});

describe("damaged input", () => {
  it("gives the entries of a document that was cut off, and says what was left out", async () => {
    expect(await read(talk.toJson().slice(0, -10))).toEqual({
      entries: [2],
      code: 1,
      err: "colloquy: FILE: entry 2 could not be read and was left out: expected JSON, got a text that is cut off after 138 characters\n",
    });
  });

  it("gives the sound entries of a document with a bad one, and says why it is bad", async () => {
    const entries = [
      { role: "user", content: "one" },
      { role: "user", content: [{ type: "text", text: 7 }] },
    ];
    expect(await read({ format: "colloquy", version: 1, entries })).toEqual({
      entries: [1],
      code: 1,
      err: "colloquy: FILE: entry 1 could not be read and was left out: content[0].text: expected a string, got a number\n",
    });
  });

  it("gives the messages of a list that was cut off, alone and in a request", async () => {
    const list = JSON.stringify(messages);
    expect(await read(list.slice(0, -5))).toEqual({
      entries: [2],
      code: 1,
      err: "colloquy: FILE: it is cut off: the last 30 characters were left out\n",
    });
    expect(await read(JSON.stringify({ model: "[{", messages }, undefined, 2).slice(0, -20))).toMatchObject({
      entries: [2],
    });
  });

  it("gives the lines of JSON Lines that are JSON, and names the others", async () => {
    const lines = messages.map((message) => JSON.stringify(message));
    expect(await read([lines[0], "{torn", "", lines[1]].join("\n"))).toEqual({
      entries: [2],
      code: 1,
      err: "colloquy: FILE: line 2 is no JSON and was left out\n",
    });
  });

  it.each(["{torn", "null", "\u0000\u0000"])(
    "gives the lines behind a first one that is damaged: %j",
    async (first) => {
      const { entries, code, err } = await read(
        [first, ...messages.map((message) => JSON.stringify(message))].join("\n"),
      );
      expect({ entries, code }).toEqual({ entries: [3], code: 1 });
      expect(err).toMatch(/^colloquy: FILE: line 1 (is no JSON|holds no object) and was left out\n$/);
    },
  );

  it("says so where a log holds no conversation, or was cut off before the first", async () => {
    const log = { eval: {}, samples: [{ messages: [{ role: "user", content: "one" }] }] };
    const refused = { entries: [], code: 2 };
    const torn = await read(JSON.stringify(log).slice(0, -7));
    expect(torn).toMatchObject({ ...refused, err: expect.stringContaining("Cannot read FILE: it is cut off: ") });
    const none = await read({ ...log, samples: [] });
    expect(none).toEqual({ ...refused, err: "colloquy: Cannot read FILE: it holds no conversation\n" });
  });

  it("names a line that is no JSON among documents once, and works on the others", async () => {
    const json = talk.toJson();
    expect(await read(`${json}\n{torn\n${json}\n`)).toEqual({
      entries: [3, 3],
      code: 1,
      err: "colloquy: FILE#1: line 2 is no JSON and was left out\n",
    });
  });

  it("tells of bytes that are no UTF-8", async () => {
    const json = Buffer.from(JSON.stringify([{ role: "user", content: "caf#" }]));
    json[json.indexOf("#")] = 0xe9;
    expect(await read(json)).toEqual({
      entries: [1],
      code: 1,
      err: "colloquy: FILE: it is no sound UTF-8: U+FFFD stands for what could not be read\n",
    });
  });

  it("tells of twenty faults of a file, and counts the rest", async () => {
    const { err } = await read(`${JSON.stringify(messages[0])}\n${"torn\n".repeat(25)}`);
    expect(err.trimEnd().split("\n")).toHaveLength(21);
    expect(err).toContain("colloquy: FILE: and 5 more\n");
  });
});

describe("input that cannot be read", () => {
  const faults: readonly (readonly [what: string, file: unknown, reason: string])[] = [
    ["an empty file", "", "it is empty"],
    ["a blank file", " \n\t\n", "it is empty"],
    ["text", "Hello, I am secret.", "it is neither JSON nor JSON Lines"],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "it is neither JSON nor JSON Lines"],
    ["brackets without end", "[".repeat(100_000), "it is cut off: the last 99998 characters were left out"],
    [
      "arguments nested without end, in a list of conversations",
      `[{"messages":[{"role":"user","content":${"[".repeat(100_000)}${"]".repeat(100_000)}}]}]`,
      "its values are nested too deeply",
    ],
    ["JSON of another kind", { secret: true }, "its format is not known. Known are colloquy, openai-chat, "],
    ["a number", "7", "its format is not known"],
    ["null", "null", "its format is not known"],
    [
      "a document of a later release",
      { format: "colloquy", version: 7, entries: [] },
      "format version 7 is newer than 1, the newest this release reads",
    ],
    ["a document without a sound entry", { format: "colloquy", version: 1, entries: [7] }, "entry 0 could not be read"],
    [
      "a message that its format refuses",
      [{ role: "tool", tool_call_id: 7, content: "secret" }],
      "FILE: chat messages: message 0 (tool): tool_call_id: ",
    ],
  ];
  for (const [what, file, reason] of faults) {
    it(`is told in one line without its content: ${what}`, async () => {
      const { entries, code, err } = await read(file);
      expect({ entries, code }).toEqual({ entries: [], code: 2 });
      expect(err).toMatch(/^colloquy: Cannot read FILE: .*\n$/);
      expect(err).toContain(reason);
      expect(err).not.toContain("secret");
    });
  }

  it("is told by its name: a missing file, a folder, standard input without anything", async () => {
    const missing = join(folder.path, "missing.json");
    expect((await colloquy(["show", missing])).err).toBe(
      `colloquy: Cannot read ${missing}: there is no such file or folder\n`,
    );
    expect((await colloquy(["show", folder.path])).err).toBe(`colloquy: Cannot read ${folder.path}: it is a folder\n`);
    expect((await colloquy(["show"])).err).toBe("colloquy: Cannot read standard input: it is empty\n");
  });

  it("does not keep the other files from being read", async () => {
    const sound = folder.write("sound.json", messages);
    const { out, code } = await colloquy(["check", join(folder.path, "missing.json"), sound]);
    expect(out).toBe(`${sound}: nothing is wrong\n`);
    expect(code).toBe(2);
  });
});
