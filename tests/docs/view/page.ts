// The view in a page, and what becomes of a conversation there: the test asks how much was rendered for it.
import { assistant, Transcript, user } from "colloquy";
import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { TranscriptView } from "../../../docs/examples/view.js";
import { made } from "./count-elements.js";

const root = createRoot(document.body);
const shown = Transcript.from(Array.from({ length: 10 }, (_, index) => user(`Message ${index}`)));

/** What is shown, one after the other, behind ten entries. */
const shows = {
  append: () => [shown.append(user("Hello?"))],
  grow: () => {
    const first = shown.append({ role: "assistant", text: "It", partial: true });
    const second = first.replace(10, { role: "assistant", text: "It is", partial: true });
    return [first, second, second.replace(10, assistant("It is wet."))];
  },
  nothing: () => [shown, shown.redact("nowhere"), shown.concat([])],
  edit: () => [shown.redact("Message 3")],
  bringIn: () => {
    const sent = Transcript.fromJson(shown.append(assistant("Hi")).toJson());
    return [shown.concat(sent.since(shown))];
  },
  parse: () => [Transcript.fromJson(shown.toJson())],
  compact: () => [shown.compact({ keepLast: 3 })],
};
export type Shows = keyof typeof shows;

/** Shows a transcript, and tells how many of its entries were rendered for that. */
function show(transcript: Transcript): number {
  const before = made.items;
  flushSync(() => root.render(createElement(TranscriptView, { transcript })));
  return made.items - before;
}

export const lab = {
  /** Tells how many entries were rendered for each, and how many elements of the ten are the same in the end. */
  run(name: Shows): { readonly renders: readonly number[]; readonly sameElements: number } {
    const first = show(shown);
    const elements = [...document.querySelectorAll("li")];
    const renders = [first, ...shows[name]().map(show)];
    const after = [...document.querySelectorAll("li")];
    return { renders, sameElements: elements.filter((element, index) => element === after[index]).length };
  },
};
Object.assign(globalThis, { lab });
