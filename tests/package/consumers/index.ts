import { Transcript, TranscriptError } from "colloquy";

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const transcript = Transcript.from([{ role: "user", text: "Hello" }]).append({ role: "assistant", text: "Hi" });
const copy: Transcript = Transcript.fromJson(transcript.toJson());
check(copy.length === 2, "length");
check(copy.equals(transcript), "equals");

const [first] = copy.entries();
if (first?.role === "user") check(first.text === "Hello", "text");

const result = Transcript.safeFromJson("{}");
check(!result.success && result.error instanceof TranscriptError, "error");

// @ts-expect-error There is no public constructor.
void (() => new Transcript());
