import MarkdownIt from "markdown-it";
import { visible } from "../visible.js";
import { Markup, markup } from "./markup.js";

/** Links that live. All others stay text: a relative one, too, which would lead to a file beside the page. */
const LINK = /^(?:https?:|mailto:)/i;

/** UTF-16 code units above which a message is shown as the text it is: nobody reads a book with footnotes here. */
const LONGEST_MARKDOWN = 200_000;

const markdown = new MarkdownIt("default", { html: false, linkify: false, typographer: false, breaks: true });
markdown.validateLink = (url) => LINK.test(url);

markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]!.attrSet("rel", "noopener noreferrer");
  tokens[index]!.attrSet("target", "_blank");
  return renderer.renderToken(tokens, index, options);
};

// An image would be a request to whichever host the message names.
markdown.renderer.rules.image = (tokens, index) => {
  const { content } = tokens[index]!;
  const source = tokens[index]!.attrGet("src") ?? "";
  return markup`<a class="image-link" href="${source}" rel="noopener noreferrer" target="_blank">${content === "" ? source : content}</a>`
    .html;
};

markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
markdown.renderer.rules.table_close = () => "</table></div>";

/** Renders the Markdown of a message. HTML in it is shown as text. O(text). */
export function messageMarkup(text: string): Markup {
  if (text.length > LONGEST_MARKDOWN) return markup`<pre class="plain">${text}</pre>`;
  // Made visible behind the parser, which reads `&#x202E;` as the character that it names.
  return new Markup(visible(markdown.render(text)));
}
