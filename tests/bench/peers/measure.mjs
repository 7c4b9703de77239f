// Measures one library, in a process of its own, and sees that it does what is measured. Prints what it found for each task.
import assert from "node:assert/strict";
import { middleOf } from "../content.mjs";
import { storedBy } from "./conversations.mjs";

const [, , name] = process.argv;
const library = await import(`./${name}.mjs`);
const found = {};

/** As `compare` of the other benchmarks; some candidates have to be awaited. */
async function compare(floor, candidate, runs) {
  const pairs = [];
  for (let run = 0; run < runs; run += 1) pairs.push([await milliseconds(floor), await milliseconds(candidate)]);
  return middleOf(pairs);
}

async function milliseconds(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

if (library.restore !== undefined) {
  for (const size of [1_000, 10_000, 100_000]) {
    const runs = size > 10_000 ? 3 : 15;
    const { list, json } = await storedBy(name, size);
    const messages = await library.restore(json);
    assert.equal(library.lengthOf(messages), list.length);
    assert.equal(await isRefused(json.replace('"role":"user"', '"role":7')), library.isValidated);
    assert.equal(await isRefused(json.replace('"call_0"', "7")), library.isValidated);

    const parse = () => JSON.parse(json);
    const restoring = await compare(parse, () => library.restore(json), runs);
    found[`restore ${count(size)}`] = { ...restoring, isValidated: library.isValidated };

    if (library.write !== undefined) {
      const written = library.write(messages);
      assert.equal(library.write(await library.restore(written)), written);
      const parsed = parse();
      const stringify = () => JSON.stringify(parsed);
      found[`write ${count(size)}`] = await compare(stringify, () => library.write(messages), runs);
    }
    if (library.keepLast !== undefined && size <= 10_000) {
      assert.ok(library.lengthOf(await library.keepLast(messages, 10)) < list.length);
      const pass = () => list.reduce((keys, message) => keys + Object.keys(message).length, 0);
      found[`keep the last 10 of ${count(size)}`] = await compare(pass, () => library.keepLast(messages, 10), runs);
    }
  }
}

async function isRefused(json) {
  try {
    await library.restore(json);
    return false;
  } catch {
    return true;
  }
}

if (library.append !== undefined) {
  // Copies of a list, one for each message of 100,000, are more than a machine has room for.
  for (const size of library.isShared ? [10_000, 100_000] : [10_000]) {
    const texts = Array.from({ length: size }, (_, index) => `Message ${index}`);
    const push = () => {
      const list = [];
      for (const text of texts) list.push({ role: "user", content: text });
    };
    const append = () => {
      const snapshots = [];
      let list = library.empty;
      for (const text of texts) snapshots.push((list = library.append(list, text)));
      return snapshots;
    };
    assert.deepEqual(
      append().map((snapshot) => library.lengthOf(snapshot)),
      texts.map((_, index) => index + 1),
    );
    found[`append ${count(size)}, each snapshot kept`] = await compare(push, append, 5);
  }
}

function count(size) {
  return `${size.toLocaleString("en")} messages`;
}

console.log(JSON.stringify(found));
