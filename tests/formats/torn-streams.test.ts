import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { Transcript, user } from "colloquy";
import { fromMessages, toMessages } from "colloquy/anthropic";
import { fromContents, toContents } from "colloquy/gemini";
import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "colloquy/openai";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { events, serve } from "../support/loopback.js";

// The official clients read streams that are cut in the middle of a tool call. What they hold then goes on as a transcript.

const question = { role: "user", content: "Weather in Paris?" } as const;

/** What goes on in a later execution, where the person has said something else. */
function laterOf(transcript: Transcript): Transcript {
  return Transcript.fromJson(transcript.toJson()).append(user("Never mind."));
}

async function failureOf(reading: Promise<unknown>): Promise<unknown> {
  return await reading.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("a stream that is cut in the middle of a tool call", () => {
  it("of OpenAI Chat Completions: the half input stays the text that it is, and the call is answered as aborted", async () => {
    const chunk = (delta: object) => ({
      id: "1",
      object: "chat.completion.chunk",
      model: "m",
      choices: [{ index: 0, delta }],
    });
    const call = { index: 0, id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":' } };
    const more = { index: 0, function: { arguments: ' "Par' } };
    const { url } = await serve(
      events(
        [
          chunk({ role: "assistant", content: "Let me look." }),
          chunk({ tool_calls: [call] }),
          chunk({ tool_calls: [more] }),
        ],
        "cut",
      ),
    );
    const client = new OpenAI({ apiKey: "none", baseURL: url, maxRetries: 0 });
    const runner = client.chat.completions.stream({ model: "m", messages: [question] });
    expect(await failureOf(runner.finalMessage())).toBeInstanceOf(Error);
    const message = runner.currentChatCompletionSnapshot?.choices[0]?.message;

    const transcript = fromChatMessages([question, JSON.parse(JSON.stringify(message)) as object]);
    expect(transcript.at(1)?.toolCalls).toMatchObject([{ toolCallId: "call_1", inputText: '{"city": "Par' }]);
    expect(transcript.check()).toMatchObject([{ kind: "open-call", pending: true }]);
    const { messages } = toChatMessages(laterOf(transcript));
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(messages[2]).toMatchObject({
      tool_call_id: "call_1",
      content: expect.stringContaining("[aborted]") as string,
    });
  });

  it("of OpenAI Responses: the items that were done go on, the half one is none", async () => {
    const message = { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [] as object[] };
    const said = { ...message, content: [{ type: "output_text", text: "Let me look.", annotations: [] }] };
    const call = {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "weather",
      arguments: "",
      status: "in_progress",
    };
    const { url } = await serve(
      events(
        [
          { type: "response.output_item.done", output_index: 0, item: said },
          { type: "response.output_item.added", output_index: 1, item: call },
          { type: "response.function_call_arguments.delta", output_index: 1, item_id: "fc_1", delta: '{"city": "Par' },
        ],
        "cut",
      ),
    );
    const client = new OpenAI({ apiKey: "none", baseURL: url, maxRetries: 0 });
    const items: object[] = [];
    const reading = (async () => {
      for await (const event of await client.responses.create({ model: "m", input: [question], stream: true })) {
        if (event.type === "response.output_item.done") items.push(event.item);
      }
    })();
    expect(await failureOf(reading)).toBeInstanceOf(Error);

    const transcript = fromResponsesItems([question, ...items]);
    expect(transcript.entries().map(({ text }) => text)).toEqual(["Weather in Paris?", "Let me look."]);
    expect(transcript.check()).toEqual([]);
    expect(toResponsesItems(transcript).input).toEqual([question, said]);
  });

  it("of Anthropic: the call is kept as far as the client read it, and answered as aborted", async () => {
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: null,
      usage: {},
    };
    const call = { type: "tool_use", id: "toolu_1", name: "weather", input: {} };
    const { url } = await serve(
      events(
        [
          { type: "message_start", message },
          { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
          { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Let me look." } },
          { type: "content_block_stop", index: 0 },
          { type: "content_block_start", index: 1, content_block: call },
          { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"city": "Par' } },
        ],
        "cut",
      ),
    );
    const client = new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0 });
    const stream = client.messages.stream({ model: "m", max_tokens: 9, messages: [question] });
    expect(await failureOf(stream.finalMessage())).toBeInstanceOf(Error);
    const { role, content } = stream.currentMessage!;

    const transcript = fromMessages([question, JSON.parse(JSON.stringify({ role, content })) as object]);
    expect(transcript.at(1)?.toolCalls).toMatchObject([{ toolCallId: "toolu_1", toolName: "weather" }]);
    const { messages } = toMessages(laterOf(transcript));
    expect(messages.map((each) => each.role)).toEqual(["user", "assistant", "user"]);
    expect(messages[2]?.content).toMatchObject([
      { type: "tool_result", tool_use_id: "toolu_1", is_error: true },
      { type: "text" },
    ]);
  });

  it("of Gemini: the parts that came whole go on", async () => {
    const chunk = (...parts: object[]) => ({ candidates: [{ index: 0, content: { role: "model", parts } }] });
    const call = { functionCall: { name: "weather", args: { city: "Paris" } }, thoughtSignature: "c2ln" };
    const { url } = await serve(events([chunk({ text: "Let me " }), chunk({ text: "look." }), chunk(call)], "cut"));
    const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url } });
    const parts: object[] = [];
    const reading = (async () => {
      for await (const { candidates } of await client.models.generateContentStream({
        model: "m",
        contents: "Weather?",
      })) {
        parts.push(...(candidates?.[0]?.content?.parts ?? []));
      }
    })();
    expect(await failureOf(reading)).toBeInstanceOf(Error);

    const asked = { role: "user", parts: [{ text: "Weather?" }] };
    const transcript = fromContents([asked, JSON.parse(JSON.stringify({ role: "model", parts })) as object]);
    expect(transcript.at(1)?.text).toBe("Let me look.");
    const { contents } = toContents(laterOf(transcript));
    expect(contents.slice(0, 3).map(({ role }) => role)).toEqual(["user", "model", "user"]);
    expect(JSON.stringify(contents[2])).toContain("aborted");
    expect(JSON.stringify(contents.at(-1))).toContain("Never mind.");
  });
});
