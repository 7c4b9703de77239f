import { isObject, type JsonObject, memberOf, objectsOf } from "./json.js";

/** The list of messages that a file holds, and what stands around it. */
export interface MessageList {
  readonly messages: readonly JsonObject[];
  /** The object that holds the list, such as a request; empty where nothing does. */
  readonly around: JsonObject;
  /** The name of the list in it. */
  readonly key?: string;
}

/** Names of the lists of messages in requests and in records of runs. */
const LISTS = ["messages", "input", "contents"];

/** Finds the messages: a list, one in a request or a record, or one message by itself. */
export function findMessages(value: unknown): MessageList | undefined {
  const list = objectsOf(value);
  if (list !== undefined) return { messages: list, around: {} };
  if (!isObject(value)) return undefined;
  const key = LISTS.find((name) => objectsOf(memberOf(value, name)) !== undefined);
  if (key !== undefined) return { messages: objectsOf(value[key])!, around: value, key };
  return "role" in value ? { messages: [value], around: {} } : undefined;
}

/** Whether a list holds conversations rather than messages. */
export function holdsConversations(list: unknown): list is readonly unknown[] {
  return Array.isArray(list) && list.length > 0 && list.every(isConversation);
}

function isConversation(value: unknown): boolean {
  if (Array.isArray(value)) return objectsOf(value) !== undefined;
  return memberOf(value, "format") === "colloquy" || LISTS.some((name) => Array.isArray(memberOf(value, name)));
}
