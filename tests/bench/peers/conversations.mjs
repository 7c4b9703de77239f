// The same conversation as each library stores it: its list of messages, and the text that is read and written.
import { Transcript } from "colloquy";
import { toModelMessages, toUIMessages } from "colloquy/ai-sdk";
import { toStoredMessages } from "colloquy/langchain";
import { makeInputs } from "../content.mjs";

const inJson = (list) => ({ list, json: JSON.stringify(list) });

const stored = {
  colloquy(transcript) {
    const json = transcript.toJson();
    return { list: JSON.parse(json).entries, json };
  },
  "ai-sdk-ui": (transcript) => inJson(toUIMessages(transcript).messages),
  "ai-sdk-model": (transcript) => inJson(toModelMessages(transcript).messages),
  langchain: (transcript) => inJson(toStoredMessages(transcript).messages),
  async "openai-agents"(_, inputs) {
    const { Agent, RunContext, RunState } = await import("@openai/agents-core");
    const list = inputs.flatMap(toAgentItems);
    const state = new RunState(new RunContext(), list, new Agent({ name: "Assistant" }), 10);
    return { list, json: state.toString() };
  },
  effect(_, inputs) {
    const content = inputs.map(toEffectMessage);
    return { list: content, json: JSON.stringify({ content }) };
  },
  superjson(transcript) {
    const list = JSON.parse(transcript.toJson()).entries;
    return { list, json: JSON.stringify({ json: list }) };
  },
};

/** Makes a conversation of so many messages, as a library stores it. */
export async function storedBy(library, size) {
  const inputs = makeInputs(size);
  return stored[library](Transcript.from(inputs), inputs);
}

function toAgentItems({ role, text, toolCalls = [], toolResult }) {
  if (role === "user") return [{ type: "message", role, content: text }];
  if (toolResult !== undefined) {
    const { toolCallId, toolName, output } = toolResult;
    const written = { type: "text", text: JSON.stringify(output) };
    return [{ type: "function_call_result", callId: toolCallId, name: toolName, status: "completed", output: written }];
  }
  return [
    { type: "message", role, status: "completed", content: [{ type: "output_text", text }] },
    ...toolCalls.map(({ toolCallId, toolName, input }) => ({
      type: "function_call",
      callId: toolCallId,
      name: toolName,
      arguments: JSON.stringify(input),
    })),
  ];
}

function toEffectMessage({ role, text, toolCalls = [], toolResult }) {
  if (toolResult !== undefined) {
    const { toolCallId, toolName, output } = toolResult;
    return {
      role,
      content: [{ type: "tool-result", id: toolCallId, name: toolName, isFailure: false, result: output }],
    };
  }
  const calls = toolCalls.map(({ toolCallId, toolName, input }) => ({
    type: "tool-call",
    id: toolCallId,
    name: toolName,
    params: input,
  }));
  return { role, content: calls.length === 0 ? text : [{ type: "text", text }, ...calls] };
}
