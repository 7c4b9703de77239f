import type { Content, ContentUnion, GenerateContentParameters, GenerateContentResponse } from "@google/genai";
import type { Transcript } from "colloquy";
import {
  type ConversionNote,
  fromContents,
  type GeminiContent,
  type GeminiSystemInstruction,
  toContents,
} from "colloquy/gemini";
import { expectTypeOf, test } from "vitest";

declare const transcript: Transcript;
declare const history: Content[];
declare const instruction: ContentUnion;
declare const request: GenerateContentParameters & { contents: Content[] };
declare const response: GenerateContentResponse;

test("fromContents() takes what the SDK takes and returns", () => {
  expectTypeOf(fromContents(history)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromContents({ systemInstruction: instruction, contents: history })).toEqualTypeOf<Transcript>();
  expectTypeOf(fromContents(request)).toEqualTypeOf<Transcript>();
  const content = response.candidates?.[0]?.content;
  if (content !== undefined) expectTypeOf(fromContents(content, { after: transcript })).toEqualTypeOf<Transcript>();
  // @ts-expect-error neither a list nor a request nor a content
  fromContents("hello");
  // @ts-expect-error not the document
  fromContents(history, { after: "[]" });
});

test("toContents() gives what the SDK takes", () => {
  const options = { strict: true, openCalls: "abort", filesInResults: true, skipSignatures: true } as const;
  const { systemInstruction, contents, report } = toContents(transcript, options);
  expectTypeOf(contents).toEqualTypeOf<GeminiContent[]>();
  expectTypeOf(contents).toExtend<Content[]>();
  expectTypeOf(systemInstruction).toEqualTypeOf<GeminiSystemInstruction | undefined>();
  expectTypeOf<GeminiSystemInstruction>().toExtend<ContentUnion>();
  expectTypeOf(report).toEqualTypeOf<readonly ConversionNote[]>();
  const config = systemInstruction === undefined ? {} : { systemInstruction };
  const made: GenerateContentParameters = { model: "m", contents, config };
  void made;
  // @ts-expect-error no such choice
  toContents(transcript, { openCalls: "drop" });
});
