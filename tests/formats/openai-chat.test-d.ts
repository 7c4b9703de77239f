import type { Transcript } from "colloquy";
import { type ChatMessage, type ConversionNote, fromChatMessages, toChatMessages } from "colloquy/openai";
import type OpenAI from "openai";
import { expectTypeOf, test } from "vitest";

declare const transcript: Transcript;
declare const params: OpenAI.ChatCompletionMessageParam[];
declare const returned: OpenAI.ChatCompletionMessage;
declare const stored: OpenAI.ChatCompletionStoreMessage;

test("fromChatMessages() takes what the SDK takes and returns", () => {
  expectTypeOf(fromChatMessages(params)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromChatMessages([returned, stored, ...params], { after: transcript })).toEqualTypeOf<Transcript>();
  // @ts-expect-error a list, not one message
  fromChatMessages(returned);
  // @ts-expect-error not the document
  fromChatMessages(params, { after: "[]" });
});

test("toChatMessages() gives what the SDK takes", () => {
  const { messages, report } = toChatMessages(transcript, { strict: true, openCalls: "abort" });
  expectTypeOf(messages).toEqualTypeOf<ChatMessage[]>();
  expectTypeOf(messages).toExtend<OpenAI.ChatCompletionMessageParam[]>();
  expectTypeOf<OpenAI.ChatCompletionCreateParamsNonStreaming["messages"]>().toEqualTypeOf<
    OpenAI.ChatCompletionMessageParam[]
  >();
  expectTypeOf(report).toEqualTypeOf<readonly ConversionNote[]>();
  const request: OpenAI.ChatCompletionCreateParamsNonStreaming = { model: "m", messages };
  void request;
  // @ts-expect-error no such choice
  toChatMessages(transcript, { openCalls: "drop" });
});

test("ChatMessage is told apart by its role", () => {
  expectTypeOf<Extract<ChatMessage, { role: "tool" }>["tool_call_id"]>().toEqualTypeOf<string>();
  expectTypeOf<ChatMessage["role"]>().toEqualTypeOf<OpenAI.ChatCompletionRole>();
});
