import { Transcript, toolResult, user } from "colloquy";
import { describe, expect, it } from "vitest";
import { colloquy } from "../support/command-line.js";

const call = { toolCallId: "c1", toolName: "search", input: {} };
const sound = Transcript.from([user("Find it."), { role: "assistant", text: "Done." }, user("Thanks.")]);
const broken = Transcript.from([
  user("Find it."),
  { role: "assistant", text: "", toolCalls: [call] },
  user("Never mind."),
  toolResult("c2", "secret"),
]);

describe("check", () => {
  it("says that nothing is wrong, and exits with 0", async () => {
    const { out, code } = await colloquy(["check"], { stdin: sound.toJson() });
    expect(out).toBe("standard input: nothing is wrong\n");
    expect(code).toBe(0);
  });

  it("lists problems with their entries, and exits with 1", async () => {
    const { out, code } = await colloquy(["check"], { stdin: broken.toJson() });
    expect(out).toBe(
      "standard input: entry 1 (assistant): the call has no result\n" +
        "standard input: entry 3 (tool): the result belongs to no call before it\n",
    );
    expect(code).toBe(1);
  });

  it("lists a call that waits for its result, too", async () => {
    const waiting = Transcript.from([user("Find it."), { role: "assistant", text: "", toolCalls: [call] }]);
    const { out, code } = await colloquy(["check"], { stdin: waiting.toJson() });
    expect(out).toBe("standard input: entry 1 (assistant): the call waits for its result\n");
    expect(code).toBe(1);
  });

  it("counts what could not be read among the problems", async () => {
    const { out, err, code } = await colloquy(["check"], { stdin: sound.toJson().slice(0, -3) });
    expect(out).toMatch(/^standard input: entry 2 could not be read and was left out: /);
    expect({ err, code }).toEqual({ err: "", code: 1 });
  });

  it("adds with --for what would be lost, and exits with 1 for it", async () => {
    const thinking = Transcript.from([
      user("Hi"),
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Hm" },
          { type: "text", text: "Hi!" },
        ],
      },
      user("Bye"),
    ]);
    const plain = await colloquy(["check"], { stdin: thinking.toJson() });
    expect(plain.code).toBe(0);
    const { out, code } = await colloquy(["check", "--for", "anthropic"], { stdin: thinking.toJson() });
    expect(out).toMatch(/^standard input: for anthropic: entry 1: content\[0\]: dropped: /);
    expect(code).toBe(1);
  });

  it("adds with --for what a provider would refuse of its own messages", async () => {
    const messages = [
      { role: "user", content: "Find it." },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "f", input: {} }] },
      { role: "user", content: "Never mind." },
    ];
    const { out, code } = await colloquy(["check", "--for", "anthropic"], { stdin: JSON.stringify(messages) });
    expect(out).toMatch(/entry 1 \(assistant\): the call has no result\n.*for anthropic: entry 1: .*added: /);
    expect(code).toBe(1);
  });

  it("exits with 0 where a conversion only spells something differently", async () => {
    const named = Transcript.from([{ role: "user", text: "Hi", name: "Bob" }]);
    const { out, code } = await colloquy(["check", "--for", "anthropic"], { stdin: named.toJson() });
    expect(out).toMatch(/^standard input: for anthropic: entry 0: .*converted: /);
    expect(code).toBe(0);
  });

  it("tells with --json what a program needs", async () => {
    const { out } = await colloquy(["check", "--json", "--for", "openai-chat"], { stdin: broken.toJson() });
    expect(JSON.parse(out)).toMatchObject({
      source: "standard input",
      format: "colloquy",
      problems: [
        { kind: "open-call", entry: 1, toolCallId: "c1" },
        { kind: "orphan-result", entry: 3, toolCallId: "c2" },
      ],
      report: [{ entry: 1, action: "added" }, { entry: 3 }],
      notes: [],
      lost: [],
    });
  });
});
