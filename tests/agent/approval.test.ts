import { type EntryInput, Transcript } from "colloquy";
import { Agent, call, CallError } from "colloquy/agent";
import { describe, expect, it } from "vitest";
import { asks, model, promptsOf, says } from "./models.js";
import { approved } from "./tools.js";

/** A call that waits for a person, in the JSON that an execution left behind, and what its tool has done since. */
async function pendingJson(): Promise<{
  json: string;
  approvalId: string;
  done: unknown[];
  tools: { wipe: ReturnType<typeof approved> };
}> {
  const done: unknown[] = [];
  const wipe = approved((input) => {
    done.push(input);
    return "wiped";
  });
  const tools = { wipe };
  const mock = model(asks(["c1", "wipe", { disk: "b" }]));
  const { transcript } = await call({ model: mock, message: "Wipe disk b", tools });
  const request = transcript.at(-1)?.content.find((part) => part.type === "approval-request");
  return { json: transcript.toJson(), approvalId: request?.approvalId ?? "", done, tools };
}

const response = (approvalId: string, isApproved: boolean): EntryInput => ({
  role: "tool",
  content: [
    { type: "approval-response", approvalId, approved: isApproved, ...(!isApproved && { reason: "not today" }) },
  ],
});

describe("a tool that waits for a person's approval", () => {
  it("leaves a pending call, and is not run", async () => {
    const { json, done } = await pendingJson();
    expect(Transcript.fromJson(json).check()).toMatchObject([{ kind: "open-call", pending: true, toolCallId: "c1" }]);
    expect(done).toEqual([]);
  });

  it("is run once in a later execution that brings the approval", async () => {
    const { json, approvalId, done, tools } = await pendingJson();
    const mock = model(says("Done."));
    const { text, transcript } = await call({
      model: mock,
      transcript: json,
      message: response(approvalId, true),
      tools,
    });
    expect(text).toBe("Done.");
    expect(done).toEqual([{ disk: "b" }]);
    expect(transcript.check()).toEqual([]);
    expect(transcript.entries().map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "assistant"]);
    expect(transcript.at(3)?.toolResult).toMatchObject({ toolCallId: "c1", output: "wiped" });
    expect(promptsOf(mock)[0]?.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);

    await call({ model: model(says("Bye.")), transcript: transcript.toJson(), message: "Thanks", tools });
    expect(done).toHaveLength(1);
  });

  it("is not run when the person refuses, and the model is told", async () => {
    const { json, approvalId, done, tools } = await pendingJson();
    const mock = model(says("As you wish."));
    const agent = new Agent({ model: mock, transcript: json, tools });
    agent.setTranscript(agent.getTranscript().append(response(approvalId, false)));
    await agent.call();
    expect(done).toEqual([]);
    expect(agent.getTranscript().at(3)?.toolResult).toMatchObject({ toolCallId: "c1", outcome: "denied" });
    expect(JSON.stringify(promptsOf(mock)[0])).toContain("not today");
  });

  it("keeps what it did when the request after it fails", async () => {
    const { json, approvalId, done, tools } = await pendingJson();
    const failing = call({
      model: model(new Error("overloaded")),
      transcript: json,
      message: response(approvalId, true),
      tools,
    });
    const error = await failing.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof CallError)) throw new Error("expected a CallError", { cause: error });
    expect(error.transcript.at(-1)?.toolResult).toMatchObject({ toolCallId: "c1", output: "wiped" });
    await call({ model: model(says("Done.")), transcript: error.transcript, tools });
    expect(done).toHaveLength(1);
  });

  it("is answered as aborted for the model when the person says something else instead", async () => {
    const { json, done, tools } = await pendingJson();
    const mock = model(says("Never mind then."));
    const { report } = await call({ model: mock, transcript: json, message: "What time is it?", tools });
    expect(done).toEqual([]);
    expect(promptsOf(mock)[0]?.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(report).toMatchObject([{ entry: 1, action: "added" }]);
  });
});
