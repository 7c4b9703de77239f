import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { pageAssets } from "../support/page-assets.js";

const file = fileURLToPath(new URL("../../src/render/page/assets.ts", import.meta.url));

it("src/render/page/assets.ts is current: `npm run page` writes it anew", async () => {
  expect(existsSync(file)).toBe(true);
  await expect(pageAssets()).toMatchFileSnapshot(file);
});
