import fc from "fast-check";
import { expect, it } from "vitest";
import { text } from "../../support/values.js";
import { textToUrl, urlToText } from "../../../src/formats/shared/text-files.js";

it("textToUrl() keeps a text so that urlToText() and a search in it find it again", () => {
  expect(textToUrl("a b\n100% #1 é")).toBe("data:text/plain,a b%0A100%25 %231 é");
  fc.assert(
    fc.property(text(), (given) => {
      expect(urlToText(textToUrl(given))).toBe(given);
    }),
  );
});

it("urlToText() reads what other writers escape, and what an edit left unescaped", () => {
  expect(urlToText("data:text/plain;charset=utf-8,hej%20%C3%A9")).toBe("hej é");
  expect(urlToText("data:text/plain,100% of %41")).toBe("100% of A");
});
