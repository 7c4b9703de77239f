import { Transcript } from "colloquy";
import { fromModelMessages, fromUIMessages, toModelMessages, toUIMessages } from "colloquy/ai-sdk";

const messages = [{ role: "user", content: "Hello" }];
const transcript: Transcript = fromModelMessages(messages);
// Subpaths must share one class.
if (!Transcript.isTranscript(transcript)) throw new Error("two classes");
if (JSON.stringify(toModelMessages(transcript).messages) !== JSON.stringify(messages)) throw new Error("messages");
const shown = [{ id: "m1", role: "user", parts: [{ type: "text", text: "Hello" }] }];
if (JSON.stringify(toUIMessages(fromUIMessages(shown)).messages) !== JSON.stringify(shown))
  throw new Error("UI messages");
