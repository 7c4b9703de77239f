const ERRORS = new Map(
  [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((type) => [type.name, type]),
);

/** The keys of an error that have a place of their own. */
const ERROR_KEYS: ReadonlySet<string> = new Set(["name", "message", "stack", "cause"]);

/** Makes an error of a name, with nothing of where it was made. */
export function makeError(name: string, message: string): Error {
  const error = name === "AggregateError" ? new AggregateError([], message) : new (ERRORS.get(name) ?? Error)(message);
  if (error.name !== name) error.name = name;
  Object.defineProperty(error, "stack", { value: `${name}: ${message}`, configurable: true, writable: true });
  return error;
}

/** Sets what an error keeps beside its name and message, hidden as the language itself hides it. */
export function setOfError(error: Error, key: string, value: unknown): void {
  const enumerable = key !== "cause" && !(key === "errors" && error instanceof AggregateError);
  Object.defineProperty(error, key, { value, enumerable, configurable: true, writable: true });
}

/** Lists what an error keeps beside its name and message: its cause and its own values. */
export function keysOfError(error: Error): readonly string[] {
  const keys = Object.keys(error).filter((key) => !ERROR_KEYS.has(key));
  if (error instanceof AggregateError && !keys.includes("errors")) keys.unshift("errors");
  if (Object.hasOwn(error, "cause")) keys.unshift("cause");
  return keys;
}

/** Copies an error and what `copy` gives of what it keeps. */
export function copyError(
  error: Error,
  copy: (key: string, value: unknown) => { readonly value: unknown } | undefined,
): Error {
  const made = makeError(String(error.name), String(error.message));
  for (const key of keysOfError(error)) {
    const property = Object.getOwnPropertyDescriptor(error, key);
    if (property === undefined || property.get !== undefined) continue;
    const kept = copy(key, property.value);
    if (kept !== undefined) setOfError(made, key, kept.value);
  }
  return made;
}
