import { Transcript } from "colloquy";
import { fromContents, toContents } from "colloquy/gemini";

const contents = [{ role: "user", parts: [{ text: "Hello" }] }];
const transcript: Transcript = fromContents({ systemInstruction: "Be brief.", contents });
// Subpaths must share one class.
if (!Transcript.isTranscript(transcript)) throw new Error("two classes");
if (JSON.stringify(toContents(transcript).contents) !== JSON.stringify(contents)) throw new Error("contents");
