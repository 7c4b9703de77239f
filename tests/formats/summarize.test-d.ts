import type Anthropic from "@anthropic-ai/sdk";
import type { GoogleGenAI } from "@google/genai";
import type { Summarize } from "colloquy";
import { summarizeWith as summarizeWithAnthropic } from "colloquy/anthropic";
import { summarizeWith as summarizeWithGemini } from "colloquy/gemini";
import { summarizeWithChat, summarizeWithResponses } from "colloquy/openai";
import type OpenAI from "openai";
import type { AzureOpenAI } from "openai";
import { expectTypeOf, test } from "vitest";

declare const openai: OpenAI;
declare const azure: AzureOpenAI;
declare const anthropic: Anthropic;
declare const gemini: GoogleGenAI;

test("summarizers take the official clients", () => {
  expectTypeOf(summarizeWithChat(openai, { model: "m" })).toEqualTypeOf<Summarize>();
  expectTypeOf(summarizeWithChat(azure, { model: "m", reasoning_effort: "low" })).toEqualTypeOf<Summarize>();
  expectTypeOf(summarizeWithResponses(openai, { model: "m" })).toEqualTypeOf<Summarize>();
  expectTypeOf(summarizeWithAnthropic(anthropic, { model: "m" })).toEqualTypeOf<Summarize>();
  expectTypeOf(summarizeWithGemini(gemini, { model: "m" })).toEqualTypeOf<Summarize>();
});

test("summarizers want the client of their provider, and a model", () => {
  // @ts-expect-error another provider's client
  summarizeWithChat(anthropic, { model: "m" });
  // @ts-expect-error another provider's client
  summarizeWithAnthropic(openai, { model: "m" });
  // @ts-expect-error another provider's client
  summarizeWithGemini(openai, { model: "m" });
  // @ts-expect-error no model
  summarizeWithResponses(openai, {});
});
