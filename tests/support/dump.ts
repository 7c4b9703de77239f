/**
 * A text that says all that a program can tell about a value, key order included: equal texts, equal values.
 * What a transcript may normalise on the way in is written alike (a Buffer is its bytes, an object without prototype a
 * plain one, an error has no stack), and nothing else is.
 */
export function dump(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "bigint":
      return `${value}n`;
    case "object":
      return value === null ? "null" : dumpObject(value);
    default:
      return String(value);
  }
}

/** The dump of entries, with what is derived from their content beside what they own. */
export function dumpEntries(entries: Iterable<{ text: string; toolCalls?: unknown; toolResult?: unknown }>): string {
  return Array.from(entries, (entry) => {
    const derived = dump([entry.text, entry.toolCalls, entry.toolResult]);
    return `${dump(entry)} derived ${derived}`;
  }).join("\n");
}

function dumpObject(value: object): string {
  if (Array.isArray(value))
    return `[${Array.from(value, (item, index) => (index in value ? dump(item) : "hole")).join()}]`;
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (value instanceof RegExp) return `RegExp(${value.source}, ${value.flags})`;
  if (value instanceof URL) return `URL(${value.href})`;
  if (value instanceof Map) return `Map{${Array.from(value, ([key, item]) => `${dump(key)} => ${dump(item)}`).join()}}`;
  if (value instanceof Set) return `Set{${Array.from(value, dump).join()}}`;
  if (value instanceof Error) return dumpError(value);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return dumpTyped(value);
  return `{${dumpKeys(value, Object.keys(value))}}`;
}

function dumpError(error: Error): string {
  const own = Object.keys(error).filter((key) => !["name", "message", "stack", "cause"].includes(key));
  const cause = Object.hasOwn(error, "cause") ? ` cause ${dump(error.cause)}` : "";
  return `Error(${error.name}: ${JSON.stringify(error.message)}${cause}){${dumpKeys(error, own)}}`;
}

function dumpTyped(view: ArrayBufferView): string {
  const name = view instanceof Uint8Array ? "Uint8Array" : view.constructor.name;
  return `${name}[${Array.from(view as unknown as ArrayLike<number>, dump).join()}]`;
}

function dumpKeys(owner: object, keys: readonly string[]): string {
  return keys.map((key) => `${JSON.stringify(key)}:${dump(Reflect.get(owner, key))}`).join();
}
