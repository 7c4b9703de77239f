import type { ConverseCommandInput, ConverseCommandOutput, Message } from "@aws-sdk/client-bedrock-runtime";
import type { Transcript } from "colloquy";
import {
  type BedrockMessage,
  type BedrockTextBlock,
  type ConversionNote,
  fromConverse,
  toConverse,
} from "colloquy/bedrock";
import { expectTypeOf, test } from "vitest";

declare const transcript: Transcript;
declare const params: Message[];
declare const request: ConverseCommandInput;
declare const response: ConverseCommandOutput;

test("fromConverse() takes what the SDK takes and returns", () => {
  expectTypeOf(fromConverse(params)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromConverse(request)).toEqualTypeOf<Transcript>();
  const message = response.output?.message;
  if (message !== undefined) expectTypeOf(fromConverse(message, { after: transcript })).toEqualTypeOf<Transcript>();
  // @ts-expect-error neither a list nor a request nor a message
  fromConverse("hello");
  // @ts-expect-error not the document
  fromConverse(params, { after: "[]" });
});

test("toConverse() gives what the SDK takes", () => {
  const { system, messages, report } = toConverse(transcript, { strict: true, openCalls: "abort" });
  expectTypeOf(messages).toEqualTypeOf<BedrockMessage[]>();
  expectTypeOf(messages).toExtend<Message[]>();
  expectTypeOf(system).toEqualTypeOf<BedrockTextBlock[] | undefined>();
  expectTypeOf(report).toEqualTypeOf<readonly ConversionNote[]>();
  const made: ConverseCommandInput = { modelId: "m", messages, system };
  void made;
  // @ts-expect-error no such choice
  toConverse(transcript, { openCalls: "drop" });
});
