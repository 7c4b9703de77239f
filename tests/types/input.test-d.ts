import { Transcript, assistant, system, toolResult, user } from "colloquy";
import type { Entry, EntryInput, Json, Part, SourceForm, ToolCallInput, ToolResultInput } from "colloquy";
import { fromChatMessages, toChatMessages } from "colloquy/openai";
import { describe, expectTypeOf, it } from "vitest";

declare const entry: Entry;

describe("EntryInput", () => {
  it("is every Entry, and every edit of its content", () => {
    expectTypeOf<Entry>().toExtend<EntryInput>();
    expectTypeOf(Transcript.from([entry])).toEqualTypeOf<Transcript>();
    expectTypeOf(Transcript.empty.concat(Transcript.empty)).toEqualTypeOf<Transcript>();
    expectTypeOf(Transcript.empty.concat(Transcript.empty.entries())).toEqualTypeOf<Transcript>();
    Transcript.from([{ ...entry, content: [{ type: "text", text: "edited" }] }]);
    Transcript.empty.map((each) => ({ ...each, content: [] }));
  });

  it("is every loose form", () => {
    expectTypeOf<{ role: "user"; text: string }>().toExtend<EntryInput>();
    expectTypeOf<{ role: "system"; text: string }>().toExtend<EntryInput>();
    expectTypeOf<{ role: "user" | "system" | "assistant"; content: string }>().toExtend<EntryInput>();
    expectTypeOf<{ role: "user"; content: Part[] }>().toExtend<EntryInput>();
    expectTypeOf<{ role: "assistant"; text: string }>().toExtend<EntryInput>();
    expectTypeOf<{ role: "assistant"; text: string; toolCalls: ToolCallInput[] }>().toExtend<EntryInput>();
    expectTypeOf<{ role: "tool"; toolResult: { toolCallId: string; output: number } }>().toExtend<EntryInput>();
    expectTypeOf<{ role: "tool"; content: Part[] }>().toExtend<EntryInput>();
  });

  it("takes dates, flags, undefined and interfaces as metadata", () => {
    interface Mine {
      readonly tenant: string;
    }
    expectTypeOf<{
      role: "user";
      text: string;
      createdAt: Date;
      pinned: boolean;
      partial: undefined;
      metadata: Mine;
    }>().toExtend<EntryInput>();
  });

  it("is not what belongs to another role, nor what says one thing twice", () => {
    expectTypeOf<{ role: "robot"; text: string }>().not.toExtend<EntryInput>();
    expectTypeOf<{ role: "user" }>().not.toExtend<EntryInput>();
    expectTypeOf<{ role: "tool"; text: string }>().not.toExtend<EntryInput>();
    expectTypeOf<{ role: "tool"; toolResult: { toolCallId: string } }>().not.toExtend<EntryInput>();
    expectTypeOf<{ role: "user"; text: string; content: string }>().not.toExtend<EntryInput>();
    // @ts-expect-error a user makes no calls
    Transcript.from([{ role: "user", text: "x", toolCalls: [] }]);
  });

  it("a result has an output or content, not both", () => {
    expectTypeOf<{ toolCallId: string; output: unknown }>().toExtend<ToolResultInput>();
    expectTypeOf<{ toolCallId: string; content: [] }>().toExtend<ToolResultInput>();
    expectTypeOf<{ toolCallId: string; output: number; content: [] }>().not.toExtend<ToolResultInput>();
  });

  it("has a source that programs cannot make up", () => {
    expectTypeOf<{ content: "list" }>().not.toExtend<SourceForm>();
  });

  it("has extra keys of JSON alone", () => {
    expectTypeOf<{ role: "user"; text: string; extra: { a: Json } }>().toExtend<EntryInput>();
    expectTypeOf<{ role: "user"; text: string; extra: { a: Date } }>().not.toExtend<EntryInput>();
  });
});

describe("Builders", () => {
  it("give inputs", () => {
    expectTypeOf(system("x")).toEqualTypeOf<EntryInput>();
    expectTypeOf(user([{ type: "text", text: "x" }])).toEqualTypeOf<EntryInput>();
    expectTypeOf(
      assistant("x", { toolCalls: [{ toolCallId: "c", toolName: "f", input: 1 }] }),
    ).toEqualTypeOf<EntryInput>();
    expectTypeOf(toolResult("c", undefined, { outcome: "error" })).toEqualTypeOf<EntryInput>();
    // @ts-expect-error no such outcome
    toolResult("c", 1, { outcome: "fine" });
  });
});

describe("colloquy/openai", () => {
  it("reads lists of objects and writes lists that can be changed", () => {
    expectTypeOf(fromChatMessages([{ role: "user", content: "x" }])).toEqualTypeOf<Transcript>();
    const written = toChatMessages(Transcript.empty);
    expectTypeOf(written.messages.push).toBeFunction();
    expectTypeOf(written.report[0]?.action).toEqualTypeOf<
      "converted" | "moved" | "merged" | "dropped" | "added" | "open" | undefined
    >();
  });
});
