import { Transcript } from "colloquy";
import { toHtml, toMarkdown, toText, type HtmlOptions, type TextKind, type TextOptions } from "colloquy/render";

// Subpaths must share one class.
const transcript: Transcript = Transcript.from([{ role: "user", text: "Hello" }]);
const paint = (text: string, kind: TextKind): string => (kind === "user" ? text.toUpperCase() : text);
const options: TextOptions = { role: "user", paint };
if (toText(transcript, options) !== "[0] USER\n    Hello\n") throw new Error("text");
if (toMarkdown(transcript) !== "### 0 · user\n\n```\nHello\n```\n") throw new Error("Markdown");
const titled: HtmlOptions = { title: "A run" };
if (!toHtml(transcript, titled).includes("<title>A run</title>")) throw new Error("page");
