import type { EntryInput, Part } from "../../index.js";
import { type SortedKeys, toSource } from "../shared/form.js";
import type { Place } from "../shared/place.js";
import { isPlainObject, type PlainObject } from "../shared/plain.js";
import { type Envelope, type Kind, kindOfType, readEnvelope } from "./envelope.js";
import { BESIDE, FORMAT, type MessageForm, PROVIDER, sortWhole } from "./form.js";
import type { Links } from "./links.js";
import { readAnswer, readKwargs } from "./read-answer.js";
import { type Content, type Holder, readContent } from "./read-content.js";

/** Reads a message, which gives one entry. */
export function readMessage(value: unknown, links: Links, place: Place): EntryInput | undefined {
  const envelope = readEnvelope(value, place);
  if (envelope === undefined) return undefined;
  const kind = kindOfType(envelope.type);
  const reader = new MessageReader(envelope, kind ?? "human", links);
  switch (kind) {
    case "ai":
      return reader.readAnswer();
    case "tool":
    case "function":
      return reader.readResult();
    case "generic":
      return reader.readGeneric();
    case "remove":
      return reader.readRemoval();
    case "system":
      return reader.readSpeaker("system");
    default:
      return reader.readSpeaker("user");
  }
}

/** The roles that a message of any role may have, by the names that the library and the providers use. */
const ROLES: Readonly<Record<string, "user" | "assistant" | "system">> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
  system: "system",
  developer: "system",
};

/** The keys that the library always writes into a message of a kind, in the order in which it does. */
const ALWAYS: Readonly<Record<Kind, readonly string[]>> = {
  human: ["content", "additional_kwargs", "response_metadata"],
  system: ["content", "additional_kwargs", "response_metadata"],
  ai: ["content", "tool_calls", "invalid_tool_calls", "additional_kwargs", "response_metadata"],
  tool: ["content", "tool_call_id", "additional_kwargs", "response_metadata"],
  function: ["content", "name", "additional_kwargs", "response_metadata"],
  generic: ["content", "role", "additional_kwargs", "response_metadata"],
  remove: [],
};

class MessageReader {
  readonly #data: PlainObject;
  readonly #at: Place;
  readonly #contentKey: "content" | "text" | "content_blocks";

  constructor(
    readonly envelope: Envelope,
    readonly kind: Kind,
    readonly links: Links,
  ) {
    const { data, at, noted } = envelope;
    this.#data = data;
    this.#at = at;
    const isOlder = noted.shape === "flat" && data["content"] === undefined && typeof data["text"] === "string";
    const hasBlocks = data["content"] === undefined && Array.isArray(data["content_blocks"]);
    this.#contentKey = isOlder ? "text" : hasBlocks ? "content_blocks" : "content";
  }

  readSpeaker(role: "user" | "system"): EntryInput | undefined {
    const content = this.#readContent(role);
    const isDeveloper =
      role === "system" && (this.envelope.type === "developer" || this.#kwargs()?.["__openai_role__"] === "developer");
    return this.#finish(role, content.items as Part[], {
      mark: content.mark,
      noted: isDeveloper ? { role: "developer" } : {},
    });
  }

  readAnswer(noted: Partial<MessageForm> = {}, taken: readonly string[] = []): EntryInput | undefined {
    const key = this.#contentKey;
    const answer = readAnswer(this.#data, this.#data[key], this.links, this.#at, this.#at.in(key));
    return this.#finish("assistant", answer.parts, {
      mark: answer.mark,
      noted: { ...noted, ...(answer.kwargs.form !== undefined && { kwargs: answer.kwargs.form }) },
      kwargs: answer.kwargs.kept,
      taken: [
        ...taken,
        ...(Array.isArray(this.#data["tool_calls"]) ? ["tool_calls"] : []),
        ...(Array.isArray(this.#data["invalid_tool_calls"]) ? ["invalid_tool_calls"] : []),
        ...(answer.kwargs.form === undefined ? [] : ["additional_kwargs"]),
      ],
    });
  }

  /** A message of any role: that of a role which has no kind of its own is what a participant of this name says. */
  readGeneric(): EntryInput | undefined {
    const role = this.#at.in("role").text(this.#data["role"], true);
    if (role === undefined) return undefined;
    const known = Object.hasOwn(ROLES, role) ? ROLES[role]! : "user";
    if (known === "assistant") return this.readAnswer({ role }, ["role"]);
    const content = this.#readContent(known);
    return this.#finish(known, content.items as Part[], {
      mark: content.mark,
      noted: { role },
      taken: ["role"],
      ...(!Object.hasOwn(ROLES, role) && { name: role }),
    });
  }

  readResult(): EntryInput | undefined {
    const isTool = this.kind === "tool";
    const { name, status, tool_call_id: given } = this.#data;
    const isNamed = typeof name === "string" && name !== "";
    if (!isTool && name === undefined) this.#at.in("name").expected("a string", name);
    const isMissing = !isTool || given === null || given === "";
    const id = isMissing ? undefined : this.#at.in("tool_call_id").text(given, true);
    if (id === undefined && !isMissing) return undefined;
    const { items, mark } = this.#readContent("result");
    const kwargs = status === "error" ? readOutcome(this.#kwargs(), this.#at) : undefined;
    const outcome = status === "error" ? (kwargs?.outcome ?? "error") : undefined;
    const toolCallId = id ?? this.links.answer(isNamed ? name : undefined) ?? this.links.makeId();
    const [first] = items as Part[];
    const body = mark === "list" ? { content: items } : { output: first?.type === "text" ? first.text : "" };
    const result = {
      type: "tool-result",
      toolCallId,
      ...(isNamed && { toolName: name }),
      ...(outcome !== undefined && { outcome }),
      ...body,
    } as Part;
    return this.#finish("tool", [result], {
      mark,
      noted: {
        ...(id === undefined && { generated: true as const }),
        ...(status === "success" && { success: true as const }),
        ...(kwargs?.form !== undefined && { kwargs: kwargs.form }),
      },
      kwargs: kwargs?.kept,
      taken: [
        ...(id === undefined ? [] : ["tool_call_id"]),
        ...(isNamed ? ["name"] : []),
        ...(status === "error" || status === "success" ? ["status"] : []),
        ...(kwargs?.form === undefined ? [] : ["additional_kwargs"]),
      ],
    });
  }

  /** What tells a program to remove a message is said by nobody: it is kept whole, in its place. */
  readRemoval(): EntryInput | undefined {
    const { type, noted, kept, data } = this.envelope;
    return {
      role: "assistant",
      content: [{ type: "custom", format: FORMAT, value: data }],
      ...(kept !== undefined && { providerMetadata: { [BESIDE]: kept } }),
      ...toSource(FORMAT, { type, ...noted }),
    } as EntryInput;
  }

  #kwargs(): PlainObject | undefined {
    const kwargs = this.#data["additional_kwargs"];
    return isPlainObject(kwargs) ? this.#at.in("additional_kwargs").object(kwargs) : undefined;
  }

  #readContent(holder: Holder): Content {
    const key = this.#contentKey;
    return readContent(this.#data[key], holder, undefined, this.#at.in(key));
  }

  #finish(role: string, parts: readonly Part[], more: Finish): EntryInput {
    const { envelope } = this;
    const { mark, noted, kwargs, taken = [], name } = more;
    const key = this.#contentKey;
    const data = this.#data;
    const given = nameOf(data, role);
    const told = [...taken];
    if (envelope.noted.shape === "flat" || data["type"] === envelope.type) told.push("type");
    if (data[key] !== undefined && data[key] !== null) told.push(key);
    if (isText(data["id"])) told.push("id");
    if (given !== undefined) told.push("name");
    for (const field of ["additional_kwargs", "response_metadata"]) if (isEmpty(data[field])) told.push(field);
    const always = ALWAYS[role === "assistant" ? "ai" : this.kind];
    const { form, kept } = sortWhole(data, [...always, "id"], always, told, this.#at);
    const own = { ...kept, ...(kwargs !== undefined && { additional_kwargs: kwargs }) };
    const metadata = {
      ...(Object.keys(own).length > 0 && { [PROVIDER]: own }),
      ...(envelope.kept !== undefined && { [BESIDE]: envelope.kept }),
    };
    const speaker = role === "tool" ? undefined : (given ?? name);
    return {
      role,
      content: parts,
      ...(isText(data["id"]) && { id: data["id"] }),
      ...(speaker !== undefined && { name: speaker }),
      ...(Object.keys(metadata).length > 0 && { providerMetadata: metadata }),
      ...toSource(FORMAT, {
        type: envelope.type,
        ...envelope.noted,
        ...(key !== "content" && { contentKey: key }),
        ...(mark !== undefined && { content: mark }),
        ...noted,
        ...form,
      }),
    } as EntryInput;
  }
}

interface Finish {
  readonly mark?: MessageForm["content"] | undefined;
  readonly noted: Partial<MessageForm>;
  /** What `additional_kwargs` holds beside what the entry tells. */
  readonly kwargs?: SortedKeys["kept"];
  /** The keys that the entry tells, beside those that any entry does. */
  readonly taken?: readonly string[];
  /** A name for a message that has none. */
  readonly name?: string;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** The name of who speaks. That which `createAgent` gives whatever its model says tells nobody apart, and stays where it is. */
function nameOf({ name }: PlainObject, role: string): string | undefined {
  return isText(name) && !(role === "assistant" && name === "model") ? name : undefined;
}

function isEmpty(value: unknown): boolean {
  return isPlainObject(value) && Reflect.ownKeys(value).length === 0;
}

/** Reads how a call that failed ended, where the library has no word for it. */
function readOutcome(kwargs: PlainObject | undefined, at: Place) {
  const told = kwargs?.["colloquy"];
  const outcome = isPlainObject(told) && Object.keys(told).length === 1 ? told["outcome"] : undefined;
  if (kwargs === undefined || (outcome !== "denied" && outcome !== "aborted")) return undefined;
  return { outcome, ...readKwargs(kwargs, ["colloquy"], at) };
}
