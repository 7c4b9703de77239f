import { Transcript, toolResult, user } from "colloquy";
import { toMessages } from "colloquy/anthropic";
import { describe, expect, it } from "vitest";
import { colloquy } from "../support/command-line.js";

const call = { toolCallId: "c1", toolName: "search", input: {} };
const broken = Transcript.from([user("Find it."), { role: "assistant", text: "", toolCalls: [call] }, user("Stop.")]);
const long = Transcript.from(
  ["one", "two", "three", "four", "five"].flatMap((text) => [user(text), { role: "assistant" as const, text }]),
);

/** Runs a command on a transcript, and reads the document that it prints. */
async function change(transcript: Transcript, ...args: readonly string[]) {
  const { out, err, code } = await colloquy(args, { stdin: transcript.toJson() });
  return { changed: Transcript.fromJson(out), err, code };
}

describe("repair", () => {
  it("prints the mended document, and tells what it changed", async () => {
    const { changed, err, code } = await change(broken, "repair");
    expect(changed.equals(broken.repair().transcript)).toBe(true);
    expect(err).toMatch(/^colloquy: standard input: entry 1 \(assistant\): .*\n$/);
    expect(code).toBe(0);
  });

  it("prints a sound document as it is, and tells nothing", async () => {
    const { changed, err } = await change(long, "repair");
    expect(changed.equals(long)).toBe(true);
    expect(err).toBe("");
  });

  it("drops calls, and answers those that wait, where it is told to", async () => {
    const dropped = (await change(broken, "repair", "--open-calls", "drop")).changed;
    expect(dropped.entries().map(({ role }) => role)).toEqual(["user", "user"]);
    const [waiting] = broken.splitAt(2);
    expect((await change(waiting, "repair")).changed.equals(waiting)).toBe(true);
    const answered = (await change(waiting, "repair", "--pending-calls", "abort")).changed;
    expect(answered.at(2)?.toolResult?.outcome).toBe("aborted");
  });

  it("tells its changes to programs with --json", async () => {
    const { out } = await colloquy(["repair", "--json"], { stdin: broken.toJson() });
    expect(JSON.parse(out)).toMatchObject({
      source: "standard input",
      changes: [{ kind: "open-call", action: "answered" }],
      transcript: { format: "colloquy" },
    });
  });
});

describe("compact", () => {
  it("keeps the first turn and the last three if nothing is said", async () => {
    const { changed, err } = await change(long, "compact");
    expect(changed.equals(long.compact())).toBe(true);
    expect(err).toMatch(
      /^colloquy: standard input: 2 entries \(1 turn\) of entries 2 to 3 folded into one summary; about/,
    );
  });

  it("keeps as much as it is told to", async () => {
    expect((await change(long, "compact", "--keep-last", "2")).changed.equals(long.compact({ keepLast: 2 }))).toBe(
      true,
    );
    const turns = await change(long, "compact", "--keep-last-turns", "1", "--max-summary-tokens", "10");
    expect(turns.changed.equals(long.compact({ keepLastTurns: 1, maxSummaryTokens: 10 }))).toBe(true);
    const tokens = await change(long, "compact", "--keep-last-tokens", "3");
    expect(tokens.changed.equals(long.compact({ keepLastTokens: 3 }))).toBe(true);
  });

  it("only says what it would do with --dry-run", async () => {
    const { out, err } = await colloquy(["compact", "--dry-run", "--keep-last", "2"], { stdin: long.toJson() });
    expect(out).toBe(
      "standard input: 8 entries (4 turns) of entries 0 to 7 folded into one summary; about 9 tokens become 42\n",
    );
    expect(err).toBe("");
    const { out: json } = await colloquy(["compact", "--dry-run", "--json"], { stdin: long.toJson() });
    expect(JSON.parse(json)).toEqual({ source: "standard input", plan: long.planCompaction() });
  });

  it("says that there is nothing to fold", async () => {
    const { out } = await colloquy(["compact", "--dry-run"], { stdin: broken.toJson() });
    expect(out).toBe("standard input: nothing to fold\n");
    const { changed, err } = await change(broken, "compact");
    expect(changed.equals(broken)).toBe(true);
    expect(err).toBe("colloquy: standard input: nothing to fold\n");
  });
});

describe("prune", () => {
  const talk = Transcript.from([
    user("Read them."),
    {
      role: "assistant",
      text: "",
      toolCalls: [
        { ...call, toolName: "read" },
        { ...call, toolCallId: "c2" },
      ],
    },
    toolResult("c1", "a".repeat(10_000), { toolName: "read" }),
    toolResult("c2", "b".repeat(10_000), { toolName: "search" }),
    user("Thanks."),
  ]);

  it("shortens long results, and tells how many", async () => {
    const { changed, err } = await change(talk, "prune");
    expect(changed.equals(talk.pruneToolResults())).toBe(true);
    expect(err).toMatch(/^colloquy: standard input: 2 results shortened; about 5,0\d\d tokens become 2,0\d\d\n$/);
  });

  it("spares what it is told to", async () => {
    const spared = await change(
      talk,
      "prune",
      "--max-bytes",
      "100",
      "--exclude-tool",
      "read",
      "--exclude-tool",
      "write",
    );
    expect(spared.changed.equals(talk.pruneToolResults({ maxBytes: 100, excludeTools: ["read"] }))).toBe(true);
    const { changed, err } = await change(talk, "prune", "--keep-last-turns", "2");
    expect(changed.equals(talk)).toBe(true);
    expect(err).toBe("colloquy: standard input: nothing to shorten\n");
  });

  it("names the entries that it shortened with --json", async () => {
    const { out } = await colloquy(["prune", "--json"], { stdin: talk.toJson() });
    expect(JSON.parse(out)).toMatchObject({
      source: "standard input",
      shortened: [2, 3],
      tokensBefore: talk.estimateTokens(),
    });
  });
});

describe("convert", () => {
  it("writes what can be sent, and tells what that changed", async () => {
    const { out, err, code } = await colloquy(["convert", "--to", "anthropic"], { stdin: broken.toJson() });
    const { report, ...request } = toMessages(broken);
    expect(JSON.parse(out)).toEqual(request);
    expect(err.trimEnd().split("\n")).toEqual(
      report.map(
        ({ entry, path, action, what }) =>
          `colloquy: standard input: ${[`entry ${entry}`, path, action, what].filter(Boolean).join(": ")}`,
      ),
    );
    expect(code).toBe(0);
  });

  it("gives a list of the same format back as it came", async () => {
    const stdin =
      '[{"content":"hi","role":"user"},{"role":"assistant","content":[{"type":"text","text":"hello"}],"refusal":null}]\n';
    expect((await colloquy(["convert", "--to", "openai-chat"], { stdin })).out).toBe(stdin);
  });

  it("reads the input as what --from says", async () => {
    const stdin = '[{"role":"user","content":"hi"}]';
    const { out } = await colloquy(["convert", "--json", "--from", "anthropic", "--to", "colloquy"], { stdin });
    expect(JSON.parse(out)).toMatchObject({ from: "anthropic", to: "colloquy", report: [] });
    const { err, code } = await colloquy(["convert", "--from", "pi", "--to", "colloquy"], { stdin });
    expect(err).toBe("colloquy: Cannot read standard input: it holds none of the sessions of pi\n");
    expect(code).toBe(2);
  });

  it("writes bytes as base64, which is read again", async () => {
    const image = Transcript.from([
      user([
        { type: "text", text: "Look" },
        { type: "file", mediaType: "image/png", data: new Uint8Array([1, 2, 3]) },
      ]),
    ]);
    const { out } = await colloquy(["convert", "--to", "bedrock"], { stdin: image.toJson() });
    expect(out).toContain('"bytes":"AQID"');
    const { out: back } = await colloquy(["convert", "--to", "colloquy"], { stdin: out });
    expect(Transcript.fromJson(back).at(0)?.content[1]).toMatchObject({ type: "file", data: "AQID" });
  });

  it("refuses formats that it does not know, or only reads, by naming those that it writes", async () => {
    for (const target of ["claude-code", "gpt"]) {
      const { err, code } = await colloquy(["convert", "--to", target]);
      expect(err).toMatch(/^colloquy: option '--to <format>' .* Expected one of colloquy, openai-chat, .*\n$/);
      expect(code).toBe(2);
    }
  });
});
