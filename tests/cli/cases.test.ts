import { Transcript, toolResult, user } from "colloquy";
import { describe, expect, it } from "vitest";
import { editedFrom, entriesOf, sharedCasesAreThere } from "../support/cases.js";
import { colloquy, Folder } from "../support/command-line.js";

const folder = new Folder();

describe.runIf(sharedCasesAreThere)("Cases of the command line (from ../shared/cases)", () => {
  it("C089: a file with the bytes EF BB BF in front loads both entries", async () => {
    const json = Transcript.from(editedFrom("unicode", "C089")).toJson();
    const path = folder.write("marked.json", Buffer.concat([Buffer.from("efbbbf", "hex"), Buffer.from(json)]));
    const { out, code } = await colloquy(["show", path]);
    expect(out).toContain("[0] user\n    first\n[1] assistant\n    second\n");
    expect(code).toBe(0);
  });

  it("C105: no control or bidi character is printed as such, of a text, a tool's name, an id or a result", async () => {
    const texts = entriesOf("render-security", "C105").map((entry) => (entry as { text: string }).text);
    const said = Transcript.from(entriesOf("render-security", "C105"));
    const named = texts.flatMap((text) => [
      {
        role: "assistant" as const,
        text: "",
        toolCalls: [{ toolCallId: text, toolName: text, input: { [text]: text } }],
      },
      toolResult(text, text, { toolName: text }),
    ]);
    const stdin = said.concat([user("Run them."), ...named, ...named]).toJson();
    for (const command of ["show", "stats", "check"]) {
      const { out } = await colloquy([command], { stdin });
      expect(out).not.toMatch(/[\b\v\f\x7f\r\u202a-\u202e\u2066-\u2069]/);
    }
    const { out } = await colloquy(["show"], { stdin });
    expect(out).toContain("tab\tand\n    newline\n    stay");
  });

  it("C111: every Unicode line end survives a pipe, and printed lines are one for each entry", async () => {
    const transcript = Transcript.from(entriesOf("unicode", "C111"));
    const { out: piped } = await colloquy(["repair"], { stdin: transcript.toJson() });
    expect(Transcript.fromJson(piped).equals(transcript)).toBe(true);
    const { out } = await colloquy(["show", "--json"], { stdin: piped });
    const lines = out.split("\n").filter((line) => line !== "");
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0]!)).toMatchObject({ entry: { content: "one\u2028two\u2029three\u0085four\u000bfive" } });
  });
});
