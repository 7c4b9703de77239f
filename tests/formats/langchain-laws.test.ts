import { fromMessages } from "colloquy/anthropic";
import { fromUIMessages } from "colloquy/ai-sdk";
import { fromContents } from "colloquy/gemini";
import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";
import { fromChatMessages, fromResponsesItems } from "colloquy/openai";
import { describe, it } from "vitest";
import { sharedConversations, sharedDataIsThere } from "../support/data.js";
import { langchainFaults } from "./acceptance/langchain.js";
import {
  describeForged,
  describeLaws,
  describeProofs,
  expectKept,
  expectWelcome,
  type Format,
  splitList,
} from "./contract.js";
import { brokenLists, langchainLists } from "./langchain-messages.js";

/** Names, ids, addresses and words of the format. */
const FIXED = (
  "type id name role lc tool_call_id url image_url fileId data signature thoughtSignature encrypted_content file_id " +
  "mimeType mime_type media_type source_type status outcome model_provider output_version redactedContent " +
  "call_1 7 __openai_role__ format file_data"
).split(" ");

const format: Format<readonly object[]> = {
  title: "LangChain messages",
  unit: "messages",
  judge: "SDK",
  valid: langchainLists(),
  broken: brokenLists(),
  read: (messages) => fromStoredMessages(messages),
  readOn: (list, after) => fromStoredMessages(list, { after }),
  write: (transcript, options) => {
    const { messages, report } = toStoredMessages(transcript, options);
    return { written: messages, report };
  },
  split: splitList,
  faults: langchainFaults,
  isFixed: (key) => FIXED.includes(key),
  changed: (transcript) => [
    transcript.repair({ pendingCalls: "abort" }).transcript,
    transcript.concat(transcript.entries()),
  ],
  isForChatToo: true,
  runs: { valid: 300, cut: 200, broken: 500, any: 500 },
};

describeLaws(format);
describeProofs(format);
describeForged(format, {
  name: "langchain",
  keys: (
    "type shape class outer contentKey content kwargs role generated success list rank arguments kind block inner twin " +
    "function old key texts forms carrier bare plain untyped keys values undefined"
  ).split(" "),
  values: [
    ...(
      "human ai system tool function generic remove hologram serialized flat text content_blocks list null none " +
      "invalid tool_use tool_call functionCall thinking redacted_thinking reasoning reasoning_content item kwargs " +
      "kwargs-text v1 v0 image_url input_audio openai-file anthropic image document developer critic"
    ).split(" "),
    true,
    3,
    [1, 2],
    ["langchain", "HumanMessage"],
    ["type", "content", "id", "name", "args", "tool_calls", "additional_kwargs", "tool_call_id", "text", "__proto__"],
    { keys: ["tool_calls", "function_call", "reasoning", "id", "name"], values: { id: 5, name: false } },
    { content: 5, tool_calls: 5, role: null, type: 3, id: 7, name: 5, response_metadata: 5, tool_call_id: 6 },
  ],
  providerMetadata: {
    langchain: {
      tool_calls: "x",
      response_metadata: 5,
      additional_kwargs: { tool_calls: 5, colloquy: 7 },
      call: { id: 5, name: {}, args: 7 },
      block: { type: "text" },
      inner: { url: 5 },
      texts: [5],
    },
    "langchain-message": { type: 5, data: 6, lc: 1 },
    anthropic: { signature: 5, redactedData: {} },
  },
});

describe.runIf(sharedDataIsThere)("Recorded conversations (from ../shared/data)", () => {
  it.each(sharedConversations("langchain"))("langchain/$name comes back as it came", ({ messages }) => {
    expectKept(format, messages);
  });

  const readers = {
    "openai-chat": fromChatMessages,
    "openai-responses": fromResponsesItems,
    anthropic: fromMessages,
    gemini: fromContents,
    "ai-sdk-ui": fromUIMessages,
  };
  const others = Object.entries(readers).flatMap(([name, read]) =>
    sharedConversations(name).map((given) => ({ name: `${name}/${given.name}`, read, messages: given.messages })),
  );
  it.each(others)("$name is written as the SDK reads it", ({ read, messages }) => {
    expectWelcome(format, read(messages));
  });
});
