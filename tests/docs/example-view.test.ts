import { assistant, Transcript, user } from "colloquy";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { TranscriptView } from "../../docs/examples/view.js";

const transcript = Transcript.from([
  user("Is <b>it</b> wet?"),
  assistant("", { toolCalls: [{ toolCallId: "c1", toolName: "weather", input: {} }] }),
]);
const viewsOf = (shown: Transcript) => TranscriptView({ transcript: shown }).props.children;

describe("The React view", () => {
  it("shows what was said and called, and takes none of it for markup", () => {
    expect(renderToStaticMarkup(createElement(TranscriptView, { transcript }))).toBe(
      '<ol><li class="user"><p>Is &lt;b&gt;it&lt;/b&gt; wet?</p></li>' +
        '<li class="assistant"><p></p><code>weather</code></li></ol>',
    );
  });

  it("hands on the very same entries after an append, so that they are not rendered again", () => {
    const before = viewsOf(transcript);
    const after = viewsOf(transcript.append(user("Hello?")));
    expect(after).toHaveLength(3);
    before.forEach(({ key, props, type }: (typeof before)[number], index: number) => {
      expect(after[index].props.entry).toBe(props.entry);
      expect(after[index].key).toBe(key);
      expect(after[index].type).toBe(type);
    });
  });
});
