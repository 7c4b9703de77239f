import { assistant, Transcript, user } from "colloquy";
import { toMarkdown } from "colloquy/render";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { brokenConversation, conversation } from "../support/arbitraries.js";
import { everywhere, OBEYED, PAYLOADS } from "../support/hostile-text.js";

/** What a reader of CommonMark sees at the top level: headings and paragraphs by their text, fences, and raw HTML. */
function blocksOf(markdown: string): { type: string; content: string }[] {
  const tokens = new MarkdownIt("commonmark").parse(markdown, {});
  return tokens.flatMap((token, index) => {
    if (token.type === "inline") return [{ type: tokens[index - 1]!.tag, content: token.content }];
    return token.nesting === 0 ? [{ type: token.type, content: token.content }] : [];
  });
}

/** The text of every code span. */
function codeSpans(markdown: string): string[] {
  const inline = new MarkdownIt("commonmark").parse(markdown, {}).flatMap((token) => token.children ?? []);
  return inline.filter(({ type }) => type === "code_inline").map(({ content }) => content);
}

/** Every element and text inside paragraphs and headings that this library does not write itself. */
function foreignInline(markdown: string): string[] {
  const inline = new MarkdownIt("commonmark").parse(markdown, {}).flatMap((token) => token.children ?? []);
  return inline
    .filter(({ type }) => !["text", "code_inline", "strong_open", "strong_close"].includes(type))
    .map(({ type, content }) => `${type} ${content}`);
}

const OWN_HTML = /^(<details><summary>(Input|Result|Reasoning|Value), [\d,]+ characters?<\/summary>|<\/details>)\n?$/;

function expectOnlyOwnBlocks(markdown: string, entries: number): void {
  const blocks = blocksOf(markdown);
  const headings = blocks.filter(({ type }) => /^h\d$/.test(type));
  expect(headings.map(({ type, content }) => `${type} ${/^\d+/.exec(content)?.[0]}`)).toEqual(
    Array.from({ length: entries }, (_empty, index) => `h3 ${index}`),
  );
  for (const { type, content } of blocks) if (type === "html_block") expect(content).toMatch(OWN_HTML);
  const types = new Set(blocks.map(({ type }) => type));
  for (const own of ["h3", "p", "fence", "html_block"]) types.delete(own);
  expect([...types]).toEqual([]);
  expect(foreignInline(markdown)).toEqual([]);
  expect(markdown).not.toMatch(OBEYED);
}

describe("toMarkdown()", () => {
  const call = { toolCallId: "c1", toolName: "search", input: { q: "tide" } };
  const transcript = Transcript.from([
    { ...user("When is **high** tide?"), name: "Ann", pinned: true },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "A tool knows." },
        { type: "tool-call", ...call },
      ],
    },
    { role: "tool", toolResult: { toolCallId: "c1", output: "no such host", outcome: "error" } },
  ]);

  it("writes a heading for each entry, its text in a fence, and folds what tools took and gave", () => {
    expect(toMarkdown(transcript)).toBe(`### 0 · user · \`Ann\` · pinned

\`\`\`
When is **high** tide?
\`\`\`

### 1 · assistant

<details><summary>Reasoning, 13 characters</summary>

\`\`\`
A tool knows.
\`\`\`

</details>

Calls \`search\` \`c1\`

<details><summary>Input, 12 characters</summary>

\`\`\`json
{"q":"tide"}
\`\`\`

</details>

### 2 · tool

Result of \`search\` \`c1\` · **error**

<details><summary>Result, 12 characters</summary>

\`\`\`
no such host
\`\`\`

</details>
`);
  });

  it("writes fences that are longer than any inside", () => {
    const said = "```\n````js\nx\n````\n`````";
    const [, fence] = blocksOf(toMarkdown(Transcript.from([user(said)])));
    expect(fence).toEqual({ type: "fence", content: `${said}\n` });
  });

  it.each(["a", "`", "``", "`a", "a`", " a ", "a``b```c", "\\`", "a\nb", "<b>", "*x*", "   "])(
    "writes the tool name %j as a code span that reads back",
    (toolName) => {
      const markdown = toMarkdown(Transcript.from([assistant("", { toolCalls: [{ ...call, toolName }] })]));
      const expected = toolName.trim() === "" ? "(blank)" : toolName.replace("\n", "␊");
      expect(codeSpans(markdown)).toEqual([expected, "c1"]);
    },
  );

  it.each(Object.entries(PAYLOADS))("keeps %s in its block, in every field", (_what, payload) => {
    expectOnlyOwnBlocks(toMarkdown(everywhere(payload)), 9);
  });

  it("keeps every text of every conversation in its block, and is stable", () => {
    fc.assert(
      fc.property(fc.oneof(conversation(), brokenConversation()), (entries) => {
        const generated = Transcript.from(entries);
        const markdown = toMarkdown(generated);
        expectOnlyOwnBlocks(markdown, generated.length);
        expect(toMarkdown(Transcript.fromJson(generated.toJson()))).toBe(markdown);
      }),
      { numRuns: 100 },
    );
  });

  it("reads every message back as it was said", () => {
    const message = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom(...Object.values(PAYLOADS)));
    fc.assert(
      fc.property(message, (text) => {
        fc.pre(!OBEYED.test(text));
        const [, fence] = blocksOf(toMarkdown(Transcript.from([user(text)])));
        expect(fence).toEqual({ type: "fence", content: `${text}\n` });
      }),
    );
  });

  it("refuses what is no transcript", () => {
    expect(() => toMarkdown([] as unknown as Transcript)).toThrow(new TypeError("transcript: expected a Transcript"));
  });
});
