import { Transcript } from "colloquy";
import { fromClaudeCode, fromCodex, fromPi, type Session } from "colloquy/sessions";

const log = '{"type":"user","uuid":"u1","message":{"role":"user","content":"Hello"}}\n{"type":"user","uu';
const claude: Session = fromClaudeCode(log);
// Subpaths must share one class.
if (!Transcript.isTranscript(claude.transcript)) throw new Error("two classes");
if (claude.transcript.at(0)?.text !== "Hello" || claude.report[0]?.line !== 2) throw new Error("Claude Code");
const item = { type: "response_item", payload: { type: "message", role: "user", content: "Hello" } };
if (fromCodex([item]).transcript.length !== 1) throw new Error("Codex");
const message = { type: "message", id: "1", parentId: null, message: { role: "user", content: "Hello" } };
if (fromPi([message]).transcript.length !== 1) throw new Error("pi");
