import { MockLanguageModelV3 } from "ai/test";
import { Transcript } from "colloquy";
import { Agent, call, summarizeWith } from "colloquy/agent";

const count = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
const model = new MockLanguageModelV3({
  doGenerate: {
    content: [{ type: "text", text: "Hi" }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: { inputTokens: count, outputTokens: count },
    warnings: [],
  },
});

const { text, transcript } = await call({ model, message: "Hello" });
if (text !== "Hi" || transcript.length !== 2) throw new Error("call");
// Subpaths must share one class.
if (!Transcript.isTranscript(transcript)) throw new Error("two classes");

const autoCompact = { every: 20, keepLast: 10, summarize: summarizeWith(model) };
const agent = new Agent({ model, transcript: transcript.toJson(), autoCompact });
await agent.call("Bye");
if (agent.getTranscript().length !== 4) throw new Error("agent");
