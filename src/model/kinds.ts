/** The typed arrays other than bytes that a transcript keeps, by name. */
export const TYPED_ARRAYS = new Map<string, TypedArrayConstructor>(
  (
    [
      Int8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
      Float32Array,
      Float64Array,
      BigInt64Array,
      BigUint64Array,
    ] as const
  ).map((type) => [type.name, type as unknown as TypedArrayConstructor]),
);

/** A typed array other than bytes. */
export type TypedArray = ArrayLike<number | bigint> & ArrayBufferView;
type TypedArrayConstructor = new (elements: ArrayLike<number | bigint> | Iterable<number | bigint>) => TypedArray;

/** What an object is, as far as a transcript can keep it. `other` is what it cannot. */
export type Kind =
  "object" | "array" | "Date" | "RegExp" | "URL" | "Error" | "Map" | "Set" | "bytes" | "typed-array" | "other";

const typedArrayName = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)!
  .get as (this: unknown) => string | undefined;

/** Each reads an internal slot and throws where there is none: a look-alike has no slot. */
const SLOTS: Readonly<Record<string, readonly [Kind, (value: never) => unknown]>> = {
  "[object Date]": ["Date", (value: Date) => Date.prototype.getTime.call(value)],
  "[object RegExp]": [
    "RegExp",
    (value: RegExp) => Object.getOwnPropertyDescriptor(RegExp.prototype, "source")!.get!.call(value),
  ],
  "[object Map]": ["Map", (value: Map<unknown, unknown>) => Map.prototype.has.call(value, undefined)],
  "[object Set]": ["Set", (value: Set<unknown>) => Set.prototype.has.call(value, undefined)],
  "[object URL]": ["URL", (value: URL) => new URL(value.href)],
};

/** Tells the kind of an object; values of another realm count as their own. O(1). */
export function kindOf(value: object): Kind {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return "object";
  if (Array.isArray(value)) return isDirect(prototype) ? "array" : "other";
  if (ArrayBuffer.isView(value)) {
    const name = typedArrayName.call(value);
    if (name === "Uint8Array") return isBytes(value) ? "bytes" : "other";
    return name !== undefined && TYPED_ARRAYS.has(name) && isDirect(Object.getPrototypeOf(prototype))
      ? "typed-array"
      : "other";
  }
  const tag = Object.prototype.toString.call(value);
  if (tag === "[object Error]" || value instanceof Error) return "Error";
  const slot = SLOTS[tag];
  if (slot !== undefined && isDirect(prototype)) {
    try {
      (slot[1] as (value: object) => unknown)(value);
      return slot[0];
    } catch {
      return "other";
    }
  }
  return isForeignObjectPrototype(prototype) ? "object" : "other";
}

/** Names the class of a typed array. */
export function typedArrayNameOf(value: ArrayBufferView): string {
  return typedArrayName.call(value)!;
}

/** An object that holds named values: no list, no instance of a class. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object as JSON has them; one without prototype and one of another realm count too. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && kindOf(value) === "object";
}

/** A prototype right below some realm's `Object.prototype` is that of a built-in, not of a subclass. */
function isDirect(prototype: unknown): boolean {
  const above: unknown = prototype === null ? null : Object.getPrototypeOf(prototype);
  return above === Object.prototype || isForeignObjectPrototype(above);
}

function isForeignObjectPrototype(value: unknown): boolean {
  return value !== null && Object.getPrototypeOf(value) === null && Object.hasOwn(value as object, "isPrototypeOf");
}

/** Node's `Buffer` is the one subclass of `Uint8Array` whose instances are nothing but their bytes. */
function isBytes(value: ArrayBufferView): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (isDirect(Object.getPrototypeOf(prototype))) return true;
  const { Buffer } = globalThis as { Buffer?: { isBuffer?(value: unknown): boolean } };
  return Buffer?.isBuffer?.(value) === true;
}
