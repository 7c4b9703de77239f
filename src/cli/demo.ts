/**
 * The main job, offline: a conversation is kept in one process and goes on in another.
 *
 *     npm run demo
 *     npm run demo -- path/to/messages.json
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromChatMessages, toChatMessages } from "../formats/openai.js";
import { findByRole, listToolCalls, toolResult, Transcript, TranscriptError, user } from "../index.js";
import { openStore } from "../store/index.js";
import { describeConversation, printable, step } from "./account.js";
import { Failure, reasonOf } from "./io.js";

const BUNDLED = new URL("../fixtures/real/airline-parallel.json", import.meta.url);
const THIS_FILE = fileURLToPath(import.meta.url);
/** What tells the second process that it is one. */
const RESUME = "--resume";
/** What the conversation is stored under. */
const ID = "demo";

/** Keeps a conversation: builds a transcript of a provider's messages and stores it in a database of SQLite. */
async function keep(source: string): Promise<number> {
  const transcript = readConversation(source);
  const path = join(mkdtempSync(join(tmpdir(), "colloquy-")), "conversations.db");
  const store = await openStore(`sqlite:${path}`);
  await store.save(ID, transcript, { expect: "new" });
  await store.close();
  step("1. Built from chat messages", transcript, basename(source));
  step("2. Stored in SQLite", transcript, path);
  return spawnSync(process.execPath, [THIS_FILE, RESUME, path], { stdio: "inherit" }).status ?? 1;
}

/** Goes on with a conversation in another process: restores it, continues it, makes it shorter, hands it to a provider. */
async function resume(path: string): Promise<number> {
  const store = await openStore(`sqlite:${path}`);
  const stored = await store.load(ID);
  if (stored === undefined) throw new TypeError("expected a stored conversation");
  const { transcript: restored, revision } = stored;
  step("3. Restored in another process", restored, `process ${process.pid}`);

  const continued = goOn(restored);
  // Only what was added is written, and only if nobody else has changed the conversation.
  await store.save(ID, continued, { expect: revision });
  await store.close();
  step(
    "4. Continued and saved",
    continued,
    `${continued.since(restored).length} more, the earlier transcript untouched`,
  );

  const tokenBudget = Math.floor(restored.estimateTokens() / 2);
  // Instructions stay whatever happens, and take their part of the budget.
  const instructions = Transcript.from(findByRole(continued, "system")).estimateTokens();
  const shorter = continued.maybeCompact({
    tokenBudget,
    keepLastTokens: Math.max(1, Math.floor(0.8 * tokenBudget) - instructions),
    maxSummaryTokens: 300,
  });
  step("5. Compacted without a model", shorter, `for a budget of ${tokenBudget.toLocaleString("en-US")} tokens`);
  console.log(`   before: ${pairsOf(continued)}; after: ${pairsOf(shorter)}`);

  const { messages, report } = toChatMessages(shorter);
  const out = join(dirname(path), "messages.json");
  writeFileSync(out, JSON.stringify(messages, undefined, 2));
  step("6. Handed back as chat messages", shorter, out);
  console.log(
    `   ${messages.length} messages, ${report.length === 0 ? "nothing lost or changed" : report.map((note) => `${note.action}: ${printable(note.what)}`).join("; ")}`,
  );

  console.log(`\nThe conversation as it is now:\n\n${describeConversation(shorter)}`);
  return 0;
}

/** Answers what still waits for a result, since nobody runs tools here, and says something. */
function goOn(transcript: Transcript): Transcript {
  const waiting = transcript.check().filter((problem) => problem.pending === true);
  const answers = waiting.map(({ toolCallId = "" }) =>
    toolResult(toolCallId, "No tool runs in this demo.", { outcome: "aborted" }),
  );
  return transcript.append(...answers, user("Thank you. What did we settle?"));
}

function pairsOf(transcript: Transcript): string {
  const open = transcript
    .check()
    .filter((problem) => problem.kind === "open-call" || problem.kind === "orphan-result").length;
  const calls = listToolCalls(transcript).length;
  if (calls === 0) return "no tool calls";
  return `${calls} tool ${calls === 1 ? "call" : "calls"}, ${open === 0 ? "each with its result" : `${open} without a partner`}`;
}

/** Reads the conversation of a file. @throws {@link Failure} naming the file where it cannot be read */
function readConversation(path: string): Transcript {
  try {
    return parseConversation(readFileSync(path, "utf8"));
  } catch (error) {
    const isRefused = error instanceof TranscriptError || error instanceof TypeError;
    const reason = isRefused ? error.message : reasonOf(error as NodeJS.ErrnoException);
    throw new Failure(`Cannot read ${path}: ${reason}`, { cause: error });
  }
}

/** Reads a list of chat messages, a request that holds one, or a document of our own. */
function parseConversation(text: string): Transcript {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new TypeError("expected JSON");
  }
  const { messages = value, format } = (value ?? {}) as { messages?: unknown; format?: unknown };
  if (format === "colloquy") return Transcript.fromJson(text);
  if (!Array.isArray(messages)) throw new TypeError("expected an array of chat messages");
  return fromChatMessages(messages as readonly object[]);
}

async function main([first, second]: readonly string[]): Promise<number> {
  const path = (first === RESUME ? second : first) ?? fileURLToPath(BUNDLED);
  try {
    return await (first === RESUME ? resume(path) : keep(path));
  } catch (error) {
    // What a user can put right is told in one line; any other is a fault of ours, and shows where.
    const isMissing = error instanceof TranscriptError && error.code === "missing-package";
    if (!isMissing && !(error instanceof Failure)) throw error;
    console.error(printable(error.message));
    return 1;
  }
}

// A reader such as `head` that has seen enough is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
process.exitCode = await main(process.argv.slice(2));
