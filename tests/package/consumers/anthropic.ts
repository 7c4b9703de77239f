import { Transcript } from "colloquy";
import { fromMessages, toMessages } from "colloquy/anthropic";

const messages = [{ role: "user", content: "Hello" }];
const transcript: Transcript = fromMessages({ system: "Be brief.", messages });
// Subpaths must share one class.
if (!Transcript.isTranscript(transcript)) throw new Error("two classes");
const written = toMessages(transcript);
if (written.system !== "Be brief.") throw new Error("system");
if (JSON.stringify(written.messages) !== JSON.stringify(messages)) throw new Error("messages");
