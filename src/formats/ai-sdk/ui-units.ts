import type { ApprovalRequestPart, ApprovalResponsePart, Entry, Part, ToolResultPart } from "../../index.js";
import { readSource } from "../shared/form.js";
import { type Call, type Pairs, pairCalls } from "../shared/pairs.js";
import { type Run, UI_FORMAT } from "./ui-form.js";

/** A UI message to be written: its entries. */
export interface UIUnit {
  readonly role: string;
  readonly head: Entry;
  readonly headIndex: number;
  readonly members: { readonly entry: Entry; readonly index: number }[];
}

/** Puts entries of one message together, results with the model's message before them. O(entries). */
export function toUIUnits(entries: readonly Entry[]): readonly UIUnit[] {
  const units: UIUnit[] = [];
  let groupBefore: unknown;
  entries.forEach((entry, index) => {
    const source = readSource(entry, UI_FORMAT);
    const { group } = source;
    const last = units.at(-1);
    const isInside = (group === "middle" || group === "end") && (groupBefore === "start" || groupBefore === "middle");
    const isBare = entry.id === undefined && entry.metadata === undefined && entry.providerMetadata === undefined;
    const isJoined = entry.role === "tool" || (entry.role === "assistant" && isInside && isBare);
    if (last?.role === "assistant" && isJoined) {
      last.members.push({ entry, index });
    } else {
      const known = ["system", "user", "assistant", "tool"];
      const isStranger = entry.role === "user" && typeof source["role"] === "string" && source["role"] !== "";
      const role = isStranger && !known.includes(source["role"] as string) ? (source["role"] as string) : entry.role;
      units.push({
        role: role === "tool" ? "assistant" : role,
        head: entry,
        headIndex: index,
        members: [{ entry, index }],
      });
    }
    groupBefore = group;
  });
  return units;
}

/** What came of the calls of a transcript. */
export class Runs {
  readonly pairs: Pairs;
  readonly #entries: readonly Entry[];
  readonly #requests = new Map<string, ApprovalRequestPart>();
  readonly #responses = new Map<Part, ApprovalResponsePart>();
  readonly #used = new Set<Part>();

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
    this.pairs = pairCalls(entries);
    const latest = new Map<string, Part>();
    entries.forEach(({ content }, index) => {
      for (const part of content) {
        if (part.type === "approval-request") {
          latest.set(part.approvalId, part);
          const key = `${index} ${part.toolCallId}`;
          if (!this.#requests.has(key)) this.#requests.set(key, part);
        } else if (part.type === "approval-response") {
          const request = latest.get(part.approvalId);
          if (request !== undefined && !this.#responses.has(request)) this.#responses.set(request, part);
        }
      }
    });
    for (const request of this.#requests.values()) {
      const response = this.#responses.get(request);
      if (response !== undefined) this.#used.add(response);
    }
  }

  /** What came of a call, and where its result stands. */
  of(call: Call): Run & {
    readonly request: ApprovalRequestPart | undefined;
    readonly response: ApprovalResponsePart | undefined;
  } {
    const { answer } = call;
    const found = answer === undefined ? undefined : this.#entries[answer.entry]!.content[answer.part];
    const request = this.#requests.get(`${call.entry} ${call.id}`);
    const response = request === undefined ? undefined : this.#responses.get(request);
    const result = found as ToolResultPart | undefined;
    return {
      result,
      request,
      response,
      isAsked: request !== undefined,
      isAnswered: response !== undefined,
      isRefused: response?.approved === false,
    };
  }

  /** Whether a request or a response is told by the part of its call. */
  isTold(part: ApprovalRequestPart | ApprovalResponsePart, entry: number): boolean {
    if (part.type === "approval-response") return this.#used.has(part);
    const isCalled = this.pairs.callsOf(entry).some(({ id }) => id === part.toolCallId);
    return isCalled && this.#requests.get(`${entry} ${part.toolCallId}`) === part;
  }
}
