import { Transcript } from "colloquy";
import { fromChatMessages, toChatMessages } from "colloquy/openai";

const messages = [{ role: "user", content: "Hello" }];
const transcript: Transcript = fromChatMessages(messages);
// Subpaths must share one class.
if (!Transcript.isTranscript(transcript)) throw new Error("two classes");
if (JSON.stringify(toChatMessages(transcript).messages) !== JSON.stringify(messages)) throw new Error("messages");
