import { Transcript } from "colloquy";
import { fromOtelMessages, toOtelMessages } from "colloquy/otel";

const messages = [{ role: "user", parts: [{ type: "text", content: "Hello" }] }];
const transcript: Transcript = fromOtelMessages(messages);
// Subpaths must share one class.
if (!Transcript.isTranscript(transcript)) throw new Error("two classes");
if (JSON.stringify(toOtelMessages(transcript).messages) !== JSON.stringify(messages)) throw new Error("messages");
