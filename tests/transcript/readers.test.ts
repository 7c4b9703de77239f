import {
  Transcript,
  assistant,
  countByRole,
  findByRole,
  isSystem,
  isToolRelated,
  listToolCalls,
  system,
  toolResult,
  user,
} from "colloquy";
import { describe, expect, it } from "vitest";

const call = { toolCallId: "c1", toolName: "look", input: { at: "shed" } };
const t = Transcript.from([
  system("rules"),
  user("where is the rake?"),
  assistant("Looking.", { toolCalls: [call, { ...call, toolCallId: "c2" }] }),
  toolResult("c1", "a rake", { toolName: "look" }),
  toolResult("c2", { found: false }, { outcome: "error" }),
  assistant("In the shed."),
]);

describe("Builders", () => {
  it("give what the loose forms give", () => {
    const loose = Transcript.from([
      { role: "system", text: "rules" },
      { role: "user", text: "where is the rake?" },
      { role: "assistant", text: "Looking.", toolCalls: [call, { ...call, toolCallId: "c2" }] },
      { role: "tool", toolResult: { toolCallId: "c1", toolName: "look", output: "a rake" } },
      { role: "tool", toolResult: { toolCallId: "c2", outcome: "error", output: { found: false } } },
      { role: "assistant", text: "In the shed." },
    ]);
    expect(t.toJson()).toBe(loose.toJson());
  });

  it("user() and assistant() take parts as well as text", () => {
    const parts = Transcript.from([
      user([
        { type: "text", text: "see" },
        { type: "file", mediaType: "image/png", data: "AAAA" },
      ]),
      assistant([{ type: "refusal", text: "no" }]),
    ]);
    expect(parts.entries().map((entry) => entry.content.map((part) => part.type))).toEqual([
      ["text", "file"],
      ["refusal"],
    ]);
  });

  it("assistant() puts calls behind the parts", () => {
    const built = Transcript.from([assistant([{ type: "text", text: "so" }], { toolCalls: [call] })]);
    expect(built.at(0)?.content.map((part) => part.type)).toEqual(["text", "tool-call"]);
  });

  it("toolResult() takes undefined and null as outputs", () => {
    const results = Transcript.from([toolResult("a", undefined), toolResult("b", null)]);
    expect(results.entries().map((entry) => entry.toolResult?.output)).toEqual([undefined, null]);
  });
});

describe("Readers", () => {
  it("countByRole() counts all four roles, those that are missing too", () => {
    expect(countByRole(t)).toEqual({ system: 1, user: 1, assistant: 2, tool: 2 });
    expect(countByRole(Transcript.empty)).toEqual({ system: 0, user: 0, assistant: 0, tool: 0 });
  });

  it("findByRole() gives the entries of a role in order", () => {
    expect(findByRole(t, "assistant")).toEqual([t.at(2), t.at(5)]);
    expect(findByRole(Transcript.empty, "user")).toEqual([]);
  });

  it("listToolCalls() gives every call in order", () => {
    expect(listToolCalls(t).map((made) => made.toolCallId)).toEqual(["c1", "c2"]);
    expect(listToolCalls(Transcript.empty)).toEqual([]);
  });

  it("isSystem() and isToolRelated() tell entries apart", () => {
    expect(t.entries().map(isSystem)).toEqual([true, false, false, false, false, false]);
    expect(t.entries().map(isToolRelated)).toEqual([false, false, true, true, true, false]);
  });
});
