import { Transcript } from "colloquy";
import { fromStoredMessages, toStoredMessages } from "colloquy/langchain";

const messages = [{ type: "human", data: { content: "Hello" } }];
const transcript: Transcript = fromStoredMessages(messages);
// Subpaths must share one class.
if (!Transcript.isTranscript(transcript)) throw new Error("two classes");
if (JSON.stringify(toStoredMessages(transcript).messages) !== JSON.stringify(messages)) throw new Error("messages");
