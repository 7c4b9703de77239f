import type { Entry } from "../../index.js";
import { isDeveloper, metadataOf, readForm, readSource, writeObject } from "../shared/form.js";
import { getOwn, isPlainObject, type PlainObject } from "../shared/plain.js";
import { NOT_JSON, type Say, writeText } from "../shared/texts.js";
import { classOfKind, type Kind, kindOfClass, kindOfType } from "./envelope.js";
import { BESIDE, FORMAT, isOwn, isTold, PROVIDER } from "./form.js";
import type { Written } from "./write-blocks.js";
import type { Block } from "./writing.js";

/** What a message says, apart from its form. */
export interface Said {
  readonly kind: Kind;
  readonly content: string | readonly Written[];
  /** What the message's kind has beside, in the order in which it is written. */
  readonly fields: PlainObject;
  /** What `additional_kwargs` holds of the entry. */
  readonly kwargs: PlainObject;
}

/** The keys that always hold what the entry says, or nothing. */
const GUARDED = ["content", "text", "content_blocks", "tool_calls", "invalid_tool_calls", "role", "tool_call_id"];

/** Puts a message together as it came, or as the library itself stores one. */
export function assemble(entry: Entry, { kind, content, fields, kwargs: told }: Said, say: Say): Block {
  const source = isOwn(entry) ? readSource(entry, FORMAT) : {};
  const form = readForm(source);
  const kept = metadataOf(entry, PROVIDER);
  const type = typeOf(source, kind, say);
  const key =
    source["contentKey"] === "text" || source["contentKey"] === "content_blocks" ? source["contentKey"] : "content";
  const kwargs = writeKwargs(entry, source, told, type, say);
  const isFlat = source["shape"] === "flat";
  const data = writeObject({
    fields: {
      ...((isFlat || (form.keys !== undefined && isTold("type", form, kept))) && { type }),
      ...((content.length > 0 || isTold(key, form, kept)) && { [key]: content }),
      ...fields,
      ...((kwargs !== undefined || isTold("additional_kwargs", form, kept)) && { additional_kwargs: kwargs ?? {} }),
      ...(isTold("response_metadata", form, kept) && { response_metadata: {} }),
      ...(isOwn(entry) && entry.id !== undefined && { id: writeText(entry.id, say) }),
    },
    form,
    kept,
    guarded: GUARDED,
    onChange: () => say("converted", NOT_JSON),
  });
  mend(data, kind, say);
  return isFlat ? data : wrap(entry, source, kind, type, data, say);
}

/** Mends what the library's own reader refuses in a message of the model. */
function mend(data: Block, kind: Kind, say: Say): void {
  if (kind !== "ai") return;
  const { response_metadata: metadata, additional_kwargs: kwargs, tool_calls: calls } = data;
  if (metadata !== undefined && (typeof metadata !== "object" || metadata === null)) {
    data["response_metadata"] = {};
    say("converted", "response_metadata that is no object, written as an empty one");
  }
  const twins = getOwn(kwargs, "tool_calls");
  if (calls === null && Array.isArray(twins) && twins.length > 0) {
    data["tool_calls"] = [];
    say("converted", "tool_calls that is null beside those of additional_kwargs, written as an empty list");
  }
}

/** The type of a message: as it came, unless the library's own reader refuses it there. */
function typeOf(source: PlainObject, kind: Kind, say: Say): string {
  const { type } = source;
  if (typeof type !== "string" || type === "") return kind;
  const known = kindOfType(type);
  if (type === kind || (known ?? "human") !== kind) return kind;
  if (known === undefined || source["shape"] === "flat") return writeText(type, say);
  if (source["shape"] === undefined) say("converted", "type that the library does not read, written as its own");
  return kind;
}

function writeKwargs(entry: Entry, source: PlainObject, told: PlainObject, type: string, say: Say): Block | undefined {
  const given = getOwn(metadataOf(entry, PROVIDER), "additional_kwargs");
  const kept = isOwn(entry) && isPlainObject(given) ? given : {};
  const isUntold = isDeveloper(entry) && type === "system" && !Object.hasOwn(kept, "__openai_role__");
  const fields = { ...told, ...(isUntold && { __openai_role__: "developer" }) };
  if (Object.keys(fields).length === 0 && !isPlainObject(source["kwargs"])) return undefined;
  const form = readForm(source["kwargs"]);
  return writeObject({
    fields,
    form: form.keys === undefined ? { keys: Object.keys(kept) } : form,
    kept,
    onChange: () => say("converted", NOT_JSON),
  });
}

function wrap(entry: Entry, source: PlainObject, kind: Kind, type: string, data: Block, say: Say): Block {
  const isSerialized = source["shape"] === "serialized";
  const fields = isSerialized
    ? { lc: 1, type: "constructor", id: pathOf(source["class"], kind), kwargs: data }
    : { type, data };
  return writeObject({
    fields,
    form: readForm(source["outer"]),
    kept: metadataOf(entry, BESIDE),
    onChange: () => say("converted", NOT_JSON),
  });
}

/** The class of a serialized constructor, where it is one of the message's kind. */
function pathOf(path: unknown, kind: Kind): string[] {
  const isPath = Array.isArray(path) && path.every((step) => typeof step === "string");
  return isPath && kindOfClass(path.at(-1) as string) === kind ? [...(path as string[])] : classOfKind(kind);
}

/** Wraps the data of a message that is kept whole. */
export function assembleWhole(entry: Entry, kind: Kind, data: Block, say: Say): Block {
  const source = readSource(entry, FORMAT);
  return source["shape"] === "flat" ? data : wrap(entry, source, kind, kind, data, say);
}
