import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { type Summarize } from "colloquy";
import { summarizeWith as summarizeWithAnthropic } from "colloquy/anthropic";
import { summarizeWithChat, summarizeWithResponses } from "colloquy/openai";
import OpenAI from "openai";
import { summarizeWith as summarizeWithGemini } from "colloquy/gemini";

/** A provider's official client, and what its endpoint answers on the wire. */
export interface Provider {
  readonly name: string;
  /** @param timeout - milliseconds */
  summarizer(url: string, timeout?: number): Summarize;
  /** An answer that is whole. */
  answer(text: string): object;
  /** Where in a request the limit of tokens stands, and the prompt. */
  limitOf(body: Record<string, unknown>): unknown;
  promptOf(body: Record<string, unknown>): unknown;
  /** Answers that are no summary, with what the error is to name. */
  readonly unfit: readonly (readonly [what: string, body: object, named: string])[];
  /** What the endpoint says when it refuses to answer at all. */
  error(status: number): object;
}

const key = { apiKey: "none" };

const chat: Provider = {
  name: "summarizeWithChat() of colloquy/openai",
  summarizer: (url, timeout = 5_000) =>
    summarizeWithChat(new OpenAI({ ...key, baseURL: url, maxRetries: 0, timeout }), { model: "m" }),
  answer: (text) => chatAnswer({ content: text }),
  limitOf: (body) => body["max_completion_tokens"],
  promptOf: (body) => (body["messages"] as { content: string }[])[0]?.content,
  unfit: [
    ["cut at its limit", chatAnswer({ content: "They tal" }, "length"), 'finish_reason: expected "stop", got length'],
    ["filtered", chatAnswer({ content: "They" }, "content_filter"), "got content_filter"],
    ["a refusal", chatAnswer({ content: null, refusal: "I will not." }), "the model refused"],
  ],
  error: (status) => ({ error: { message: `status ${status}`, type: "server_error", code: null, param: null } }),
};

function chatAnswer(message: object, finish_reason = "stop"): object {
  const choice = { index: 0, finish_reason, logprobs: null, message: { role: "assistant", refusal: null, ...message } };
  return { id: "1", object: "chat.completion", created: 0, model: "m", choices: [choice] };
}

const responses: Provider = {
  ...chat,
  name: "summarizeWithResponses() of colloquy/openai",
  summarizer: (url, timeout = 5_000) =>
    summarizeWithResponses(new OpenAI({ ...key, baseURL: url, maxRetries: 0, timeout }), { model: "m" }),
  answer: (text) => responsesAnswer([{ type: "output_text", text, annotations: [] }]),
  limitOf: (body) => body["max_output_tokens"],
  promptOf: (body) => body["input"],
  unfit: [
    [
      "cut at its limit",
      responsesAnswer([{ type: "output_text", text: "They tal", annotations: [] }], {
        status: "incomplete",
        incomplete_details: { reason: "max_output_tokens" },
      }),
      "incomplete_details.reason: expected none, got max_output_tokens",
    ],
    ["a failure", responsesAnswer([], { status: "failed" }), 'status: expected "completed", got failed'],
    ["a refusal", responsesAnswer([{ type: "refusal", refusal: "I will not." }]), "the model refused"],
  ],
};

function responsesAnswer(content: readonly object[], fields: object = {}): object {
  const thought = { type: "reasoning", id: "rs_1", summary: [] };
  const message = { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
  return { id: "resp_1", object: "response", status: "completed", output: [thought, message], ...fields };
}

const anthropic: Provider = {
  name: "summarizeWith() of colloquy/anthropic",
  summarizer: (url, timeout = 5_000) =>
    summarizeWithAnthropic(new Anthropic({ ...key, baseURL: url, maxRetries: 0, timeout }), { model: "m" }),
  answer: (text) => anthropicAnswer(text, "end_turn"),
  limitOf: (body) => body["max_tokens"],
  promptOf: chat.promptOf,
  unfit: [
    [
      "cut at its limit",
      anthropicAnswer("They tal", "max_tokens"),
      'stop_reason: expected "end_turn" or "stop_sequence", got max_tokens',
    ],
    ["a refusal", anthropicAnswer("", "refusal"), "got refusal"],
    ["paused", anthropicAnswer("They", "pause_turn"), "got pause_turn"],
  ],
  error: (status) => ({ type: "error", error: { type: "api_error", message: `status ${status}` } }),
};

function anthropicAnswer(text: string, stop_reason: string): object {
  const content = [
    { type: "thinking", thinking: "hm", signature: "s" },
    { type: "text", text },
  ];
  const usage = { input_tokens: 9, output_tokens: 3 };
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason,
    stop_sequence: null,
    usage,
  };
}

const gemini: Provider = {
  name: "summarizeWith() of colloquy/gemini",
  summarizer: (url, timeout = 5_000) =>
    summarizeWithGemini(new GoogleGenAI({ ...key, httpOptions: { baseUrl: url, timeout } }), { model: "m" }),
  answer: (text) => geminiAnswer(text, "STOP"),
  limitOf: (body) => (body["generationConfig"] as { maxOutputTokens: number }).maxOutputTokens,
  promptOf: (body) => (body["contents"] as { parts: { text: string }[] }[])[0]?.parts[0]?.text,
  unfit: [
    ["cut at its limit", geminiAnswer("They tal", "MAX_TOKENS"), 'finishReason: expected "STOP", got MAX_TOKENS'],
    ["filtered", geminiAnswer("", "SAFETY"), "got SAFETY"],
    [
      "a blocked prompt",
      { promptFeedback: { blockReason: "OTHER" } },
      "promptFeedback.blockReason: expected none, got OTHER",
    ],
  ],
  error: (status) => ({ error: { code: status, message: `status ${status}`, status: "INTERNAL" } }),
};

function geminiAnswer(text: string, finishReason: string): object {
  const parts = [{ text: "hm", thought: true }, { text }];
  return { candidates: [{ content: { role: "model", parts }, finishReason, index: 0 }] };
}

export const providers: readonly Provider[] = [chat, responses, anthropic, gemini];
