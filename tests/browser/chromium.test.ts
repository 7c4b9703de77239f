import { expect, it } from "vitest";
import { chromiumIsThere } from "../support/browser.js";

it.runIf(process.env["CI"] === "true")("Chromium is there, so that no test in it is left out", () => {
  expect(chromiumIsThere).toBe(true);
});
