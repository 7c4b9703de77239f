import { fromModelMessages, fromUIMessages, toModelMessages, toUIMessages } from "../formats/ai-sdk.js";
import { type AnthropicRequest, fromMessages, toMessages } from "../formats/anthropic.js";
import { type BedrockRequest, fromConverse, toConverse } from "../formats/bedrock.js";
import { fromContents, type GeminiRequest, toContents } from "../formats/gemini.js";
import { fromStoredMessages, toStoredMessages } from "../formats/langchain.js";
import { fromChatMessages, fromResponsesItems, toChatMessages, toResponsesItems } from "../formats/openai.js";
import { fromOtelMessages, toOtelMessages } from "../formats/otel.js";
import { fromClaudeCode, fromCodex, fromPi } from "../formats/sessions.js";
import { readDocument } from "./input/document.js";
import { fileFormat, type Format, messageFormat, type Written } from "./input/format.js";
import { isObject, memberOf } from "./input/json.js";
import * as shapes from "./input/shapes.js";
import { isGeminiCliChat, readGeminiCliChat } from "./logs/gemini-cli.js";
import { isInspectLog, readInspectLog } from "./logs/inspect.js";
import { isOpenCodeSession, readOpenCodeSession } from "./logs/opencode.js";
import { toReading } from "./logs/session.js";
import { isSweAgentTrajectory, readSweAgentTrajectory } from "./logs/swe-agent.js";

/** All formats. Of those that an input looks like as much, the first reads it. */
export const FORMATS: readonly Format[] = [
  fileFormat({
    name: "colloquy",
    title: "documents of this library",
    fits: ({ value }) => memberOf(value, "format") === "colloquy",
    read: readDocument,
    write: (transcript) => ({ result: transcript, report: [] }),
  }),
  messageFormat({
    name: "openai-chat",
    title: "OpenAI Chat Completions, and servers compatible with them",
    shape: shapes.chatShape,
    takesUnmarked: ({ messages, around }) =>
      !("system" in around) && messages.every((message) => "role" in message && "content" in message),
    read: (messages) => fromChatMessages(messages),
    write: (transcript) => only("messages", toChatMessages(transcript)),
  }),
  messageFormat({
    name: "openai-responses",
    title: "OpenAI Responses",
    shape: shapes.responsesShape,
    read: (messages) => fromResponsesItems(messages),
    write: (transcript) => only("input", toResponsesItems(transcript)),
  }),
  messageFormat({
    name: "anthropic",
    title: "Anthropic Messages",
    shape: shapes.anthropicShape,
    takesUnmarked: ({ around }) => "system" in around,
    system: ["system"],
    read: (messages, system) => fromMessages(request<AnthropicRequest>({ messages }, { system })),
    write: (transcript) => all(toMessages(transcript)),
  }),
  messageFormat({
    name: "gemini",
    title: "Google Gemini, contents",
    shape: shapes.geminiShape,
    system: ["systemInstruction", "system_instruction"],
    read: (contents, systemInstruction) => fromContents(request<GeminiRequest>({ contents }, { systemInstruction })),
    write: (transcript) => all(toContents(transcript)),
  }),
  messageFormat({
    name: "bedrock",
    title: "Amazon Bedrock Converse",
    shape: shapes.bedrockShape,
    system: ["system"],
    read: (messages, system) => fromConverse(request<BedrockRequest>({ messages }, { system })),
    write: (transcript) => all(toConverse(transcript)),
  }),
  messageFormat({
    name: "ai-sdk",
    title: "Vercel AI SDK, model messages",
    shape: shapes.modelMessageShape,
    read: (messages) => fromModelMessages(messages),
    write: (transcript) => only("messages", toModelMessages(transcript)),
  }),
  messageFormat({
    name: "ai-sdk-ui",
    title: "Vercel AI SDK, messages of a user interface",
    shape: shapes.uiMessageShape,
    read: (messages) => fromUIMessages(messages),
    write: (transcript) => only("messages", toUIMessages(transcript)),
  }),
  messageFormat({
    name: "langchain",
    title: "LangChain, stored messages",
    shape: shapes.langchainShape,
    read: (messages) => fromStoredMessages(messages),
    write: (transcript) => only("messages", toStoredMessages(transcript)),
  }),
  messageFormat({
    name: "otel",
    title: "OpenTelemetry, messages of generative AI",
    shape: shapes.otelShape,
    read: (messages) => fromOtelMessages(messages),
    write: (transcript) => only("messages", toOtelMessages(transcript)),
  }),
  fileFormat({
    name: "claude-code",
    title: "sessions of Claude Code",
    fits: ({ lines }) => lines.some((line) => isObject(line) && shapes.isClaudeCodeLine(line)),
    read: ({ text }) => toReading(fromClaudeCode(text)),
  }),
  fileFormat({
    name: "codex",
    title: "sessions of Codex",
    fits: ({ lines }) => lines.some((line) => isObject(line) && shapes.isCodexLine(line)),
    read: ({ text }) => toReading(fromCodex(text)),
  }),
  fileFormat({
    name: "gemini-cli",
    title: "chats of Gemini CLI",
    fits: ({ value }) => isGeminiCliChat(value),
    read: ({ value }) => readGeminiCliChat(value),
  }),
  fileFormat({
    name: "opencode",
    title: "sessions of OpenCode",
    fits: ({ value }) => isOpenCodeSession(value),
    read: ({ value }) => readOpenCodeSession(value),
  }),
  fileFormat({
    name: "pi",
    title: "sessions of pi",
    fits: ({ lines }) => lines.some((line) => isObject(line) && shapes.isPiLine(line)),
    read: ({ text }) => toReading(fromPi(text)),
  }),
  fileFormat({
    name: "inspect",
    title: "logs of Inspect",
    fits: ({ value }) => isInspectLog(value),
    read: ({ value }) => readInspectLog(value),
  }),
  fileFormat({
    name: "swe-agent",
    title: "trajectories of SWE-agent",
    fits: ({ value }) => isSweAgentTrajectory(value),
    read: ({ value }) => readSweAgentTrajectory(value),
  }),
];

type Report = Pick<Written, "report">;

/** The one list that a format consists of. */
function only<K extends string>(key: K, written: { readonly [key in K]: unknown } & Report): Written {
  return { result: written[key], report: written.report };
}

/** All that is to be sent: a list, and what stands beside it in the request. */
function all({ report, ...result }: Report): Written {
  return { result, report };
}

/** A request of JSON, which its reader checks. */
function request<T>(messages: object, system: object): T {
  return (Object.values(system).includes(undefined) ? messages : { ...system, ...messages }) as T;
}
