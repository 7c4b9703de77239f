import type * as ai from "ai";
import { TranscriptError } from "../index.js";

/** The Vercel AI SDK, as far as it is used here. */
export type AiSdk = typeof ai;

/**
 * Loads the AI SDK, which is a peer that programs install themselves.
 *
 * @throws {@link TranscriptError} with the code `missing-package` when it is not installed
 */
export async function loadAiSdk(): Promise<AiSdk> {
  try {
    return await import("ai");
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    throw new TranscriptError("missing-package", "Cannot call model: a package is not installed: npm install ai", {
      cause,
    });
  }
}

/** The version of the SDK, as far as what it takes for messages depends on it. */
export function versionOf(sdk: AiSdk): 5 | 6 {
  return "ToolLoopAgent" in sdk ? 6 : 5;
}
