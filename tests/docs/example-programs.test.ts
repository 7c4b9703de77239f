import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import { Worker } from "node:worker_threads";
import { assistant, Transcript, user } from "colloquy";
import { openStore } from "colloquy/store";
import { build } from "vite";
import { describe, expect, it, onTestFinished } from "vitest";
import { chat } from "../../docs/examples/chat.js";
import { compactInBackground } from "../../docs/examples/compact-in-background.js";
import { chatHandler } from "../../docs/examples/server.js";

async function openTestStore() {
  const store = await openStore("sqlite::memory:");
  onTestFinished(() => store.close());
  return store;
}

describe("The chat in a terminal", () => {
  const ask = (messages: readonly object[]) =>
    Promise.resolve({ role: "assistant", content: `${messages.length} messages` });

  it("answers each line, and goes on in a later run", async () => {
    const store = await openTestStore();
    const run = async (...lines: string[]) => {
      const output = new PassThrough();
      await chat({ store, id: "me", ask, input: Readable.from(lines.map((line) => `${line}\n`)), output });
      output.end();
      return text(output);
    };
    expect(await run("Hello", "Bye")).toBe("0 turns so far\n> 1 messages\n> 3 messages\n> ");
    expect(await run("Me again")).toBe("2 turns so far\n> 5 messages\n> ");
  });

  it("makes a long conversation shorter before it asks", async () => {
    const store = await openTestStore();
    const long = Transcript.from(
      Array.from({ length: 40 }, () => [user("x".repeat(4_000)), assistant("I see.")]).flat(),
    );
    await store.save("me", long, { expect: "new" });
    await chat({ store, id: "me", ask, input: Readable.from(["And now?\n"]), output: new PassThrough() });
    const { transcript } = (await store.load("me"))!;
    expect(transcript.length).toBeLessThan(20);
    expect(
      transcript
        .entries()
        .slice(-2)
        .map((entry) => entry.text),
    ).toEqual(["And now?", expect.any(String)]);
  });
});

describe("The HTTP handler", () => {
  const answer = (content: string) =>
    Promise.resolve({ role: "assistant", content: [{ type: "text", text: content }] });
  const say = (body: string, path = "/chats/one") => new Request(`http://chat.test${path}`, { method: "POST", body });

  it("restores and stores the conversation for each request", async () => {
    const store = await openTestStore();
    const handle = chatHandler(store, (messages) => answer(`${messages.length} messages`));
    expect(await (await handle(say("Hello"))).text()).toBe("1 messages");
    expect(await (await handle(say("Bye"))).text()).toBe("3 messages");
    expect(await (await handle(say("Hello", "/chats/two"))).text()).toBe("1 messages");
    expect((await store.load("one"))?.transcript.length).toBe(4);
  });

  it("refuses to overwrite what another request stored meanwhile", async () => {
    const store = await openTestStore();
    const other = Transcript.from([user("I was faster")]);
    const handle = chatHandler(store, async () => {
      await store.save("one", other, { expect: "new" });
      return answer("Hi");
    });
    expect((await handle(say("Hello"))).status).toBe(409);
    expect((await store.load("one"))?.transcript.equals(other)).toBe(true);
  });

  it("knows no other address", async () => {
    const handle = chatHandler(await openTestStore(), () => answer("Hi"));
    expect((await handle(say("Hello", "/chats/one/two"))).status).toBe(404);
    expect((await handle(new Request("http://chat.test/chats/one"))).status).toBe(404);
  });
});

describe("The worker that compacts", () => {
  it("gives back what compact() does, and what was said meanwhile goes behind it", async () => {
    const base = Transcript.from(["one", "two", "three", "four"].flatMap((said) => [user(said), assistant("I see.")]));
    const worker = new Worker(await buildExample("compact-worker"));
    onTestFinished(async () => void (await worker.terminate()));

    const compacting = compactInBackground(worker, base);
    const live = base.append(user("five"));
    const compacted = await compacting;
    expect(compacted.equals(base.compact({ keepLastTurns: 2 }))).toBe(true);
    expect(compacted.concat(live.since(base)).at(-1)?.text).toBe("five");
  });
});

/** Makes a program of an example that Node runs. It lies in the project, since it imports packages. */
async function buildExample(name: string): Promise<string> {
  const generated = resolve(import.meta.dirname, "../.generated");
  mkdirSync(generated, { recursive: true });
  const outDir = mkdtempSync(join(generated, "example-"));
  onTestFinished(() => rmSync(outDir, { recursive: true }));
  const ssr = resolve(import.meta.dirname, `../../docs/examples/${name}.ts`);
  await build({ configFile: false, logLevel: "error", resolve: { tsconfigPaths: true }, build: { ssr, outDir } });
  return join(outDir, `${name}.js`);
}
