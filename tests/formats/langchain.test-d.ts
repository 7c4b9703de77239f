import {
  type BaseMessage,
  mapStoredMessagesToChatMessages,
  type StoredMessage as LibraryMessage,
} from "@langchain/core/messages";
import type { Serialized } from "@langchain/core/load/serializable";
import type { Transcript } from "colloquy";
import { type ConversionNote, fromStoredMessages, type StoredMessage, toStoredMessages } from "colloquy/langchain";
import { expectTypeOf, test } from "vitest";

declare const transcript: Transcript;
declare const stored: LibraryMessage[];
declare const live: BaseMessage[];
declare const serialized: Serialized[];

test("fromStoredMessages() takes what the library stores, holds and serializes", () => {
  expectTypeOf(fromStoredMessages(stored)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromStoredMessages(live, { after: transcript })).toEqualTypeOf<Transcript>();
  expectTypeOf(fromStoredMessages(serialized)).toEqualTypeOf<Transcript>();
  // @ts-expect-error a list, not one message's text
  fromStoredMessages("hej");
  // @ts-expect-error not the document
  fromStoredMessages(stored, { after: "[]" });
});

test("toStoredMessages() gives what the library reads", () => {
  const { messages, report } = toStoredMessages(transcript, { strict: true, openCalls: "abort" });
  expectTypeOf(messages).toEqualTypeOf<StoredMessage[]>();
  expectTypeOf(messages).toExtend<LibraryMessage[]>();
  expectTypeOf(report).toEqualTypeOf<readonly ConversionNote[]>();
  expectTypeOf(mapStoredMessagesToChatMessages(messages)).toEqualTypeOf<BaseMessage[]>();
  // @ts-expect-error no such option
  toStoredMessages(transcript, { version: 1 });
});
