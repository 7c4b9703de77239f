import { Transcript } from "colloquy";
import { fromConverse, toConverse } from "colloquy/bedrock";

const messages = [{ role: "user", content: [{ text: "Hello" }] }];
const transcript: Transcript = fromConverse({ system: [{ text: "Be brief." }], messages });
// Subpaths must share one class.
if (!Transcript.isTranscript(transcript)) throw new Error("two classes");
if (JSON.stringify(toConverse(transcript).messages) !== JSON.stringify(messages)) throw new Error("messages");
