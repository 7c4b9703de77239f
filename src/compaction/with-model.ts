import { wellFormed } from "../model/text.js";
import type { Entry } from "../model/entry.js";
import type { Tokenizer } from "../reading/tokens.js";
import type { Reservation, UsageGate } from "./budget.js";
import { blockSteps, takeChunk, type Chunk } from "./chunks.js";
import { foldSteps, makeSummary, putSummary, type Folding } from "./compact.js";
import type { ModelSettings, SummaryRequest, UnchangedReason } from "./model-options.js";
import type { FoldSettings } from "./options.js";
import { countTokens, writePrompt } from "./prompt.js";
import { runInSlices } from "./steps.js";
import { heading, textOfSummary } from "./summary.js";

type Settings = FoldSettings & ModelSettings;

/** Why nothing came of a compaction; with what was thrown, if something was. */
export interface Unchanged {
  readonly reason: UnchangedReason;
  readonly error?: unknown;
}

/**
 * Folds entries into a summary that a model writes, or says why not.
 *
 * There is nothing in between: a list comes back only when every call of the model has answered and the list is shorter by
 * estimate. Rejects with the signal's reason as soon as it aborts, whatever the model and the gate do then.
 */
export async function compactWithModel(
  entries: readonly Entry[],
  settings: Settings,
): Promise<{ readonly entries: readonly Entry[] } | Unchanged> {
  const folding = await runInSlices(foldSteps(entries, settings), settings.signal);
  if (folding === undefined) return { reason: "nothing-to-fold" };
  const answer = await summarizeChunks(entries, folding, settings);
  if (typeof answer !== "string") return answer;
  const { fold, mark, sizes } = folding;
  const summary = makeSummary(`${heading(mark.entries)}\n${answer}`, mark);
  return sizes.kept(summary) < sizes.before
    ? { entries: putSummary(entries, fold, summary) }
    : { reason: "not-shorter" };
}

/** Tells a caller why nothing came of a compaction. What the callback throws is its own business. */
export function tellUnchanged({ onUnchanged }: ModelSettings, unchanged: Unchanged): void {
  if (onUnchanged !== undefined) ignoreFailure(() => onUnchanged({ ...unchanged }));
}

async function summarizeChunks(
  entries: readonly Entry[],
  folding: Folding,
  settings: Settings,
): Promise<string | Unchanged> {
  const blocks = await runInSlices(blockSteps(entries, folding, settings), settings.signal);
  let soFar = wellFormed(folding.fold.earlier.map(textOfSummary).join("\n"));
  for (let from = 0; from < blocks.length;) {
    const chunk = takeChunk(blocks, from, soFar, settings);
    const answer = await askModel(requestFor(chunk, settings), settings);
    settings.signal?.throwIfAborted();
    if (typeof answer !== "string" || chunk.end === blocks.length) return answer;
    soFar = wellFormed(answer);
    from = chunk.end;
  }
  return { reason: "nothing-to-fold" };
}

function requestFor({ entries, text, previous }: Chunk, { maxSummaryTokens, signal }: Settings): SummaryRequest {
  return Object.freeze({
    text,
    entries,
    ...(previous === "" ? {} : { previousSummary: previous }),
    prompt: writePrompt({ text, previous, maxTokens: maxSummaryTokens }),
    maxTokens: maxSummaryTokens,
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Calls the model once, where the gate permits. The reservation for it ends once, whatever happens. */
async function askModel(request: SummaryRequest, settings: Settings): Promise<string | Unchanged> {
  const { gate, signal, summarize, tokenizer } = settings;
  const promptTokens = gate === undefined ? 0 : countTokens(request.prompt, tokenizer);
  const mostTokens = addTokens(promptTokens, request.maxTokens);
  let reservation: Reservation | undefined;
  let answer: unknown;
  try {
    if (gate !== undefined) {
      reservation = await reserve(gate, mostTokens, signal);
      if (reservation === undefined) return { reason: "gate-refused" };
    }
    signal?.throwIfAborted();
    answer = await orAbort(
      begin(() => summarize(request)),
      signal,
    );
  } catch (error) {
    ignoreFailure(() => reservation?.cancel());
    signal?.throwIfAborted();
    return { reason: "summary-failed", error };
  }
  const text = typeof answer === "string" ? answer : "";
  if (reservation !== undefined) {
    const settled = begin(() => reservation.settle(spentTokens(text, promptTokens, mostTokens, tokenizer)));
    try {
      await orAbort(settled, signal);
    } catch (error) {
      signal?.throwIfAborted();
      return { reason: "summary-failed", error };
    }
  }
  return VISIBLE.test(text) ? text : { reason: "summary-empty" };
}

/** Anything but white space and characters that show nothing. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

async function reserve(
  gate: UsageGate,
  tokens: number,
  signal: AbortSignal | undefined,
): Promise<Reservation | undefined> {
  const asked = begin(() => gate.reserve(tokens));
  let granted: Reservation | undefined | null;
  try {
    granted = await orAbort(asked, signal);
  } catch (error) {
    // What is granted after an abort is wanted by nobody.
    ignoreFailure(async () => (await asked)?.cancel());
    throw error;
  }
  if (granted === undefined || granted === null) return undefined;
  if (typeof granted.settle === "function" && typeof granted.cancel === "function") return granted;
  throw new TypeError("Cannot compact: gate: expected a reservation that can settle and cancel, or undefined");
}

function spentTokens(
  answer: string,
  promptTokens: number,
  mostTokens: number,
  tokenizer: Tokenizer | undefined,
): number {
  try {
    return addTokens(promptTokens, countTokens(answer, tokenizer));
  } catch {
    // Measuring the result tells of the tokenizer. The call was made, and its reservation is to end.
    return mostTokens;
  }
}

function addTokens(a: number, b: number): number {
  return Math.min(a + b, Number.MAX_SAFE_INTEGER);
}

/** Waits for a promise, but no longer than until a signal aborts. What becomes of the promise then matters to nobody. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
    if (signal.aborted) stop();
  });
}

/** Runs a function at once; what it throws becomes a rejection. */
async function begin<T>(run: () => T | PromiseLike<T>): Promise<T> {
  return await run();
}

function ignoreFailure(run: () => unknown): void {
  begin(run).catch(() => {});
}
