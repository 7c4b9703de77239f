import type { GenerateTextResult, ModelMessage as ModelMessage6, ToolSet, UIMessage as UIMessage6 } from "ai";
import type { ModelMessage as ModelMessage5, UIMessage as UIMessage5 } from "ai-v5";
import type { Transcript } from "colloquy";
import {
  type ConversionNote,
  fromModelMessages,
  fromUIMessages,
  type ModelMessage,
  toModelMessages,
  toUIMessages,
  type UIMessage,
} from "colloquy/ai-sdk";
import { expectTypeOf, test } from "vitest";

declare const transcript: Transcript;
declare const messages: ModelMessage6[];
declare const older: ModelMessage5[];
declare const result: GenerateTextResult<ToolSet, never>;

test("fromModelMessages() takes what the SDK takes and returns", () => {
  expectTypeOf(fromModelMessages(messages)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromModelMessages(older)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromModelMessages(result.response.messages, { after: transcript })).toEqualTypeOf<Transcript>();
  // @ts-expect-error a list, not one message
  fromModelMessages(messages[0]);
  // @ts-expect-error not the document
  fromModelMessages(messages, { after: "[]" });
});

test("toModelMessages() gives what the SDK takes", () => {
  const { messages, report } = toModelMessages(transcript, { strict: true, openCalls: "abort", version: 6 });
  expectTypeOf(messages).toEqualTypeOf<ModelMessage[]>();
  expectTypeOf(messages).toExtend<ModelMessage6[]>();
  expectTypeOf(report).toEqualTypeOf<readonly ConversionNote[]>();
  const prompt: ModelMessage6[] = messages;
  void prompt;
  // @ts-expect-error no such version
  toModelMessages(transcript, { version: 4 });
});

test("toModelMessages() gives what version 5 takes where that is asked for", () => {
  const { messages } = toModelMessages(transcript, { version: 5 });
  expectTypeOf(messages).toExtend<ModelMessage5[]>();
});

test("ModelMessage is told apart by its role", () => {
  expectTypeOf<ModelMessage["role"]>().toEqualTypeOf<ModelMessage6["role"]>();
  expectTypeOf<Extract<ModelMessage, { role: "system" }>["content"]>().toEqualTypeOf<string>();
});

declare const shown: UIMessage6[];
declare const shownByOlder: UIMessage5[];

test("fromUIMessages() takes what the SDK holds", () => {
  expectTypeOf(fromUIMessages(shown)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromUIMessages(shownByOlder, { after: transcript })).toEqualTypeOf<Transcript>();
});

test("toUIMessages() gives what the SDK holds", () => {
  const { messages, report } = toUIMessages(transcript, { strict: true });
  expectTypeOf(messages).toEqualTypeOf<UIMessage[]>();
  expectTypeOf(messages).toExtend<UIMessage6[]>();
  expectTypeOf(report).toEqualTypeOf<readonly ConversionNote[]>();
});
