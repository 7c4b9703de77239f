/** Whether Node's own are there: `Buffer` and its modules. Browsers have none of them. */
export const nodeIsThere = typeof Buffer !== "undefined";

export function isBuffer(value: unknown): value is Buffer {
  return nodeIsThere && Buffer.isBuffer(value);
}

/** Whether the runtime is Bun. */
export const isBun = "Bun" in globalThis;

/** Whether errors of JSON.parse() say where a text stops being JSON. Without that, ours say less: so it is in Bun. */
export const parserSaysWhere = ((): boolean => {
  try {
    return JSON.parse("[1]x") === undefined;
  } catch (error) {
    return (error as Error).message.includes("position 3");
  }
})();
