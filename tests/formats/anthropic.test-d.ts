import type Anthropic from "@anthropic-ai/sdk";
import type { Transcript } from "colloquy";
import {
  type AnthropicMessage,
  type AnthropicTextBlock,
  type ConversionNote,
  fromMessages,
  toMessages,
} from "colloquy/anthropic";
import { expectTypeOf, test } from "vitest";

declare const transcript: Transcript;
declare const params: Anthropic.MessageParam[];
declare const returned: Anthropic.Message;
declare const beta: Anthropic.Beta.BetaMessage;
declare const request: Anthropic.MessageCreateParams;

test("fromMessages() takes what the SDK takes and returns", () => {
  expectTypeOf(fromMessages(params)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromMessages(request)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromMessages(returned, { after: transcript })).toEqualTypeOf<Transcript>();
  expectTypeOf(fromMessages(beta)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromMessages([...params, returned])).toEqualTypeOf<Transcript>();
  // @ts-expect-error neither a list nor a request nor a message
  fromMessages("hello");
  // @ts-expect-error not the document
  fromMessages(params, { after: "[]" });
});

test("toMessages() gives what the SDK takes", () => {
  const { system, messages, report } = toMessages(transcript, { strict: true, openCalls: "abort" });
  expectTypeOf(messages).toEqualTypeOf<AnthropicMessage[]>();
  expectTypeOf(messages).toExtend<Anthropic.MessageParam[]>();
  expectTypeOf(messages).toExtend<Anthropic.Beta.BetaMessageParam[]>();
  expectTypeOf(system).toEqualTypeOf<string | AnthropicTextBlock[] | undefined>();
  expectTypeOf(report).toEqualTypeOf<readonly ConversionNote[]>();
  const made: Anthropic.MessageCreateParamsNonStreaming = {
    model: "m",
    max_tokens: 1,
    messages,
    ...(system !== undefined && { system }),
  };
  void made;
  const { report: _report, ...rest } = toMessages(transcript);
  const spread: Anthropic.MessageCreateParamsNonStreaming = { model: "m", max_tokens: 1, ...rest };
  void spread;
  // @ts-expect-error no such choice
  toMessages(transcript, { openCalls: "drop" });
});
