import type { Transcript } from "colloquy";
import { type ConversionNote, fromOtelMessages, type OtelMessage, type OtelPart, toOtelMessages } from "colloquy/otel";
import { expectTypeOf, test } from "vitest";

declare const transcript: Transcript;
declare const messages: OtelMessage[];
declare const attribute: string;

test("fromOtelMessages() takes lists of messages, those that were written among them", () => {
  expectTypeOf(fromOtelMessages(messages)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromOtelMessages(messages, { after: transcript })).toEqualTypeOf<Transcript>();
  expectTypeOf(fromOtelMessages(JSON.parse(attribute))).toEqualTypeOf<Transcript>();
  // @ts-expect-error the list, not the attribute's text
  fromOtelMessages(attribute);
  // @ts-expect-error a list, not one message
  fromOtelMessages(messages[0]!);
  // @ts-expect-error not the document
  fromOtelMessages(messages, { after: "[]" });
});

test("toOtelMessages() gives messages and a report", () => {
  const { messages, report } = toOtelMessages(transcript, { strict: true, openCalls: "abort" });
  expectTypeOf(messages).toEqualTypeOf<OtelMessage[]>();
  expectTypeOf(report).toEqualTypeOf<readonly ConversionNote[]>();
  // @ts-expect-error no such answer
  toOtelMessages(transcript, { openCalls: "drop" });
});

test("OtelPart is told apart by its type", () => {
  expectTypeOf<Extract<OtelPart, { type: "text" }>["content"]>().toEqualTypeOf<string>();
  expectTypeOf<Extract<OtelPart, { type: "uri" }>["uri"]>().toEqualTypeOf<string>();
  expectTypeOf<OtelPart["type"]>().toEqualTypeOf<
    "text" | "reasoning" | "tool_call" | "tool_call_response" | "blob" | "uri" | "file" | "custom"
  >();
});
