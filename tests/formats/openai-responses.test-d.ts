import type { Transcript } from "colloquy";
import { type ConversionNote, fromResponsesItems, type ResponsesItem, toResponsesItems } from "colloquy/openai";
import type OpenAI from "openai";
import { expectTypeOf, test } from "vitest";

declare const transcript: Transcript;
declare const params: OpenAI.Responses.ResponseInput;
declare const returned: OpenAI.Responses.Response;
declare const listed: OpenAI.Responses.ResponseItem[];

test("fromResponsesItems() takes what the SDK takes and returns", () => {
  expectTypeOf(fromResponsesItems(params)).toEqualTypeOf<Transcript>();
  expectTypeOf(fromResponsesItems(returned.output, { after: transcript })).toEqualTypeOf<Transcript>();
  expectTypeOf(fromResponsesItems([...params, ...returned.output, ...listed])).toEqualTypeOf<Transcript>();
  expectTypeOf(fromResponsesItems("hello")).toEqualTypeOf<Transcript>();
  const request = {} as Required<Pick<OpenAI.Responses.ResponseCreateParams, "input">>;
  expectTypeOf(fromResponsesItems(request.input)).toEqualTypeOf<Transcript>();
  // @ts-expect-error a list, not the response
  fromResponsesItems(returned);
  // @ts-expect-error not the document
  fromResponsesItems(params, { after: "[]" });
});

test("toResponsesItems() gives what the SDK takes", () => {
  const { input, report } = toResponsesItems(transcript, { strict: true, openCalls: "abort" });
  expectTypeOf(input).toEqualTypeOf<ResponsesItem[]>();
  expectTypeOf(input).toExtend<OpenAI.Responses.ResponseInputItem[]>();
  expectTypeOf(input).toExtend<OpenAI.Responses.ResponseInput>();
  expectTypeOf(report).toEqualTypeOf<readonly ConversionNote[]>();
  const request: OpenAI.Responses.ResponseCreateParamsNonStreaming = { model: "m", input };
  void request;
  // @ts-expect-error no such choice
  toResponsesItems(transcript, { openCalls: "drop" });
});

test("ResponsesItem is told apart by its type", () => {
  expectTypeOf<Extract<ResponsesItem, { type: "function_call_output" }>["call_id"]>().toEqualTypeOf<string>();
  expectTypeOf<Extract<ResponsesItem, { type: "reasoning" }>["summary"]>().toEqualTypeOf<
    { type: "summary_text"; text: string }[]
  >();
});
