import type { CustomPart } from "../../index.js";
import { type SortedKeys, sortKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { readArguments } from "../shared/texts.js";
import { type CallBlock, type CallForm, FORMAT, KEYS, noteForm, sortWhole } from "./form.js";

/** A call as far as it was read: a message may say it in up to three places. */
export interface Draft {
  readonly id: string | undefined;
  readonly name: string;
  readonly input: unknown;
  inputText?: string;
  noted: CallForm;
  /** What the objects that say it hold beside, by the name of their form. */
  readonly kept: Record<string, PlainObject>;
  /** The places in the list, and among the copies in `additional_kwargs`. */
  readonly index?: number;
  twin?: number;
}

/** Finds the call that a copy means: by its id, then by name and order among those where an id is missing. */
export class DraftPool {
  /** Filled when the first copy comes up. */
  #queues: Map<string, Draft[]> | undefined;
  readonly #taken = new Set<Draft>();

  constructor(readonly drafts: readonly Draft[]) {}

  take(id: string | undefined, name: string): Draft | undefined {
    this.#queues ??= this.#fill();
    const keys = id === undefined ? [`name ${name}`] : [`id ${id}`, `nameless ${name}`];
    for (const key of keys) {
      const queue = this.#queues.get(key) ?? [];
      while (queue[0] !== undefined && this.#taken.has(queue[0])) queue.shift();
      const found = queue[0];
      if (found === undefined) continue;
      this.#taken.add(found);
      return found;
    }
    return undefined;
  }

  #fill(): Map<string, Draft[]> {
    const queues = new Map<string, Draft[]>();
    for (const draft of this.drafts) {
      for (const key of [`name ${draft.name}`, draft.id === undefined ? `nameless ${draft.name}` : `id ${draft.id}`]) {
        const queue = queues.get(key);
        if (queue === undefined) queues.set(key, [draft]);
        else queue.push(draft);
      }
    }
    return queues;
  }
}

/** Reads `tool_calls` or `invalid_tool_calls`; `null` and nothing are no calls. */
export function readList(value: unknown, isInvalid: boolean, at: Place): Draft[] {
  if (value === undefined || value === null) return [];
  const drafts = at.list(value)?.map((call, index) => readListed(call, index, isInvalid, at.in(index))) ?? [];
  return drafts.filter((draft) => draft !== undefined);
}

/**
 * Reads what stands among the invalid calls and is none: it has neither an id nor a name. The library makes such of what it
 * streams of a provider's own tools, and nothing could answer it.
 */
export function readStrays(value: unknown): CustomPart[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((call: unknown, place): CustomPart[] =>
    isStray(call)
      ? [{ type: "custom", format: FORMAT, value: call, ...toSource(FORMAT, { list: "invalid", place }) }]
      : [],
  );
}

function isStray(call: unknown): call is PlainObject {
  return (
    isPlainObject(call) &&
    [call["id"], call["name"]].every((said) => said === undefined || said === null || said === "")
  );
}

function readListed(value: unknown, index: number, isInvalid: boolean, at: Place): Draft | undefined {
  const call = at.object(value);
  if (call === undefined || (isInvalid && isStray(call))) return undefined;
  const id = readId(call["id"], at);
  const { name, args, type } = call;
  if (name !== undefined && name !== null) at.in("name").text(name);
  if (!at.in("args").plain(args)) return undefined;
  const given = isInvalid && typeof args === "string" ? readArguments(args) : { input: args, noted: {} };
  const taken = [
    ...(typeof name === "string" ? ["name"] : []),
    ...(args === undefined ? [] : ["args"]),
    ...(id === undefined ? [] : ["id"]),
    ...(type === (isInvalid ? "invalid_tool_call" : "tool_call") ? ["type"] : []),
  ];
  const { form, kept } = sortWhole(call, isInvalid ? KEYS.invalidCall : KEYS.call, KEYS.call, taken, at);
  return {
    id,
    name: typeof name === "string" ? name : "",
    input: given.input,
    ...("inputText" in given && { inputText: given.inputText }),
    noted: { ...(isInvalid && { list: "invalid" as const }), ...given.noted, ...form },
    kept: keep({ call: kept }),
    index,
  };
}

/** An id that may be missing. */
function readId(id: unknown, at: Place): string | undefined {
  return id === undefined || id === null || id === "" ? undefined : at.in("id").text(id);
}

function keep(kept: Readonly<Record<string, SortedKeys["kept"]>>): Record<string, PlainObject> {
  const held: Record<string, PlainObject> = {};
  for (const [key, value] of Object.entries(kept)) if (value !== undefined) held[key] = value;
  return held;
}

/** What a block of the content says of a call. */
interface Said {
  readonly kind: CallBlock;
  readonly id: string | undefined;
  readonly name: string;
  readonly args: unknown;
  /** The key that holds the arguments. */
  readonly key: string;
  readonly known: readonly string[];
}

/** Whether a block stands for a call. */
export function isCallBlock(block: PlainObject): boolean {
  return sayBlock(block) !== undefined;
}

function sayBlock(block: PlainObject): Said | undefined {
  const { type } = block;
  if (isPlainObject(block["functionCall"]) && (type === undefined || type === "functionCall")) {
    return sayKeys("functionCall", block["functionCall"], "args", KEYS.functionCall);
  }
  if (type === "tool_use") return sayKeys(type, block, "input", KEYS.toolUse);
  if (type === "tool_call" || type === "invalid_tool_call") return sayKeys(type, block, "args", KEYS.toolCallBlock);
  return undefined;
}

function sayKeys(kind: CallBlock, object: PlainObject, key: string, known: readonly string[]): Said | undefined {
  const { id, name } = object;
  const isNamed = typeof name === "string" && name !== "";
  const hasId = typeof id === "string" && id !== "";
  if (!isNamed || !(hasId || id === undefined || id === null || id === "")) return undefined;
  return { kind, id: hasId ? id : undefined, name, args: object[key], key, known };
}

/**
 * Reads a block that stands for a call: one that the lists tell too, or one of its own.
 *
 * @param pool - the calls of the lists
 */
export function readCallBlock(block: PlainObject, pool: DraftPool, at: Place): Draft | undefined {
  const said = sayBlock(block);
  if (said === undefined || at.object(block) === undefined) return undefined;
  const { kind, id, name, args, key, known } = said;
  const isNested = kind === "functionCall";
  const object = isNested ? at.in(kind).object(block[kind]) : block;
  if (object === undefined || !(isNested ? at.in(kind, key) : at.in(key)).plain(args)) return undefined;
  const draft = pool.take(id, name) ?? readAlone(id, name, args, kind === "invalid_tool_call");
  const isText = kind === "invalid_tool_call" && typeof args === "string";
  const agrees = isText ? args === draft.inputText : args !== undefined && isSame(args, draft.input);
  const taken = [
    ...(isNested || block["type"] === undefined ? [] : ["type"]),
    ...(id !== undefined && id === draft.id ? ["id"] : []),
    ...(name === draft.name ? ["name"] : []),
    ...(agrees ? [key] : []),
  ];
  const inner = sortKeys(object, isNested ? known : [], taken, isNested ? at.in(kind) : at);
  const outer = isNested
    ? sortWhole(
        block,
        KEYS.functionBlock,
        KEYS.functionBlock,
        Object.hasOwn(block, "type") ? ["type", kind] : [kind],
        at,
      )
    : inner;
  draft.noted = {
    ...draft.noted,
    kind,
    ...noteForm("block", outer.form),
    ...(isNested && { inner: withKeys(inner.form, object) }),
  };
  Object.assign(draft.kept, keep({ block: outer.kept, inner: isNested ? inner.kept : undefined }));
  return draft;
}

/** A form that tells the keys even where they are the usual ones: an inner object has no keys that are always there. */
function withKeys(form: SortedKeys["form"], object: PlainObject): SortedKeys["form"] {
  return form.keys === undefined ? { keys: Object.keys(object) } : form;
}

/** A call that no list tells. Its arguments are text where a text holds them. */
export function readAlone(id: string | undefined, name: string, args: unknown, isText: boolean): Draft {
  const given = isText && typeof args === "string" ? readArguments(args) : { input: args, noted: {} };
  return {
    id,
    name,
    input: given.input,
    ...("inputText" in given && { inputText: given.inputText }),
    noted: { list: "none", ...given.noted },
    kept: {},
  };
}

/** Whether two values are the same JSON, key order included. O(values). */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  const others = Object.keys(other);
  return (
    keys.length === others.length &&
    keys.every((key, index) => {
      return key === others[index] && isSame((one as PlainObject)[key], (other as PlainObject)[key]);
    })
  );
}
