import type { PlainPart } from "../shown.js";
import { characters } from "../wording.js";
import { fileMarkup } from "./file.js";
import { markup, type Markup } from "./markup.js";
import { messageMarkup } from "./message.js";
import { valueMarkup } from "./values.js";

/** UTF-16 code units above which a message is folded until somebody asks for the rest. */
const LONG_MESSAGE = 4_000;
/** UTF-16 code units up to which reasoning need not be opened to be read. */
const SHORT_REASONING = 400;

/** Shows a part that says something by itself. */
export function partMarkup(part: PlainPart): Markup {
  switch (part.kind) {
    case "text":
      return textMarkup(part.text);
    case "refusal":
      return markup`<div class="refusal"><strong>Refused</strong>${textMarkup(part.text)}</div>`;
    case "reasoning":
      return reasoningMarkup(part.text, part.redacted);
    case "file":
      return fileMarkup(part.file);
    case "approval":
      return markup`<p class="approval"><strong>${part.text}</strong> ${part.reason}</p>`;
    case "custom":
      return markup`<details class="custom"><summary>Part of <code>${part.format}</code></summary>${valueMarkup(part.text)}</details>`;
  }
}

function textMarkup(text: string): Markup {
  const message = markup`<div class="message" dir="auto">${messageMarkup(text)}</div>`;
  if (text.length <= LONG_MESSAGE) return message;
  return markup`<div class="long">${message}<label><input type="checkbox"> Show all ${characters(text.length)}</label></div>`;
}

function reasoningMarkup(text: string, redacted: boolean): Markup {
  if (redacted) return markup`<p class="reasoning none">Reasoning, redacted</p>`;
  const [open, size] = text.length <= SHORT_REASONING ? [markup` open`] : [undefined, `, ${characters(text.length)}`];
  return markup`<details class="reasoning"${open}><summary>Reasoning${size}</summary>${textMarkup(text)}</details>`;
}
