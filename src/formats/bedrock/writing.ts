import type { Entry, FilePart, Part } from "../../index.js";
import { wellFormed } from "../shared/ids.js";
import type { Call, Pairs } from "../shared/pairs.js";
import type { Report } from "../shared/report.js";
import type { FileMember } from "./form.js";

/** What the writers of one conversion share. */
export interface Writing {
  readonly entries: readonly Entry[];
  readonly report: Report;
  readonly pairs: Pairs;
  /** The ids of calls as they are sent, which their results must have too. */
  readonly ids: Map<Call, string>;
  /** The names of documents so far, in lower case. */
  readonly names: Set<string>;
}

/** A block as it is sent, and the part that it says. */
export interface Block {
  readonly value: Record<string, unknown>;
  readonly kind: "text" | "reasoning" | "call" | "other" | FileMember;
  readonly entry: number;
  readonly part?: number;
  /** The file, where it may have to be named instead. */
  readonly file?: FilePart;
}

/** The part that a block says. */
export type Origin = Pick<Block, "entry" | "part">;

/** A message that is being put together. */
export interface Draft {
  readonly role: string;
  readonly blocks: Block[];
  /** The entry whose form the message has; none where the message was made here. */
  readonly form: Entry | undefined;
  readonly entry: number;
  /** The message so far ends with a result of a tool. */
  endsOnResult: boolean;
}

/** A text that stands for what has no place. */
export function textBlock(text: string, { entry, part }: Origin): Block {
  return { value: { text: wellFormed(text) }, kind: "text", entry, ...(part !== undefined && { part }) };
}

/** A name that no document of the conversation has yet: the service refuses a request in which two have the same. */
export function uniqueName(names: Set<string>, name: string): string {
  let unique = name;
  for (let count = 2; names.has(unique.toLowerCase()); count += 1) unique = `${name.slice(0, 190)} (${count})`;
  names.add(unique.toLowerCase());
  return unique;
}

/** Whether a part is one of those that stand for nothing in this format. */
export function isApproval(part: Part): boolean {
  return part.type === "approval-request" || part.type === "approval-response";
}
