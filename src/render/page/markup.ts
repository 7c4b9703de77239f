import { visible } from "../visible.js";

/** HTML that was written here, not by whoever wrote the transcript. */
export class Markup {
  constructor(readonly html: string) {}
}

/** What may stand in a template: text is escaped, markup taken as it is; nothing stands for what is absent. */
export type Content = string | number | Markup | undefined | readonly Content[];

/** Makes markup of a template. Whatever text is put in is shown, never obeyed: in quoted attributes, too. */
export function markup(template: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  let html = template[0]!;
  contents.forEach((content, index) => (html += htmlOf(content) + template[index + 1]!));
  return new Markup(html);
}

function htmlOf(content: Content): string {
  if (content === undefined) return "";
  if (content instanceof Markup) return content.html;
  if (typeof content === "object") return content.map(htmlOf).join("");
  return escapeText(String(content));
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeText(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
