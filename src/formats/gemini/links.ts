import type { Part, ToolCallPart, Transcript } from "../../index.js";
import { readSource } from "../shared/form.js";
import { FORMAT } from "./form.js";

/** Where a part will stand in the transcript. */
export interface PartPlace {
  readonly entry: number;
  readonly part: number;
}

/** A call that a response may belong to. */
interface Call {
  readonly id: string;
  isAnswered: boolean;
}

/** The calls of one step. */
interface Step {
  readonly number: number;
  readonly calls: Call[];
  next: number;
}

/** Finds the call that waits under a key: of the nearest step that has one, in the order of its calls. */
class Waiting {
  readonly #steps = new Map<string, Step[]>();

  add(key: string, call: Call, number: number): void {
    const steps = this.#steps.get(key) ?? [];
    if (steps.length === 0) this.#steps.set(key, steps);
    const step = steps.at(-1);
    if (step?.number === number) step.calls.push(call);
    else steps.push({ number, calls: [call], next: 0 });
  }

  find(key: string): Call | undefined {
    const steps = this.#steps.get(key) ?? [];
    for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
      while (step.calls[step.next]?.isAnswered === true) step.next += 1;
      if (step.next < step.calls.length) return step.calls[step.next];
      steps.pop();
    }
    return undefined;
  }
}

/** Calls that wait for responses: by id, by name, and by name where the provider gave no id. */
export class WaitingCalls {
  readonly ids = new Set<string>();
  readonly #byId = new Waiting();
  readonly #byName = new Waiting();
  readonly #nameless = new Waiting();

  /** @param sent - the id that the provider knows, where it knows one */
  add(id: string, name: string, sent: string | undefined, step: number): void {
    const call: Call = { id, isAnswered: false };
    this.ids.add(id);
    this.#byId.add(id, call, step);
    if (sent !== undefined && sent !== id) this.#byId.add(sent, call, step);
    this.#byName.add(name, call, step);
    if (sent === undefined) this.#nameless.add(name, call, step);
  }

  answer(id: string): void {
    this.ids.add(id);
    const call = this.#byId.find(id);
    if (call !== undefined) call.isAnswered = true;
  }

  /** The call that a response belongs to. One without an id goes by the name. */
  find(name: string, id: string | undefined): Call | undefined {
    if (id === undefined) return this.#byName.find(name);
    return this.#byId.find(id) ?? this.#nameless.find(name);
  }
}

/**
 * What new contents refer to: calls by their ids, and by name and order where there are none.
 *
 * The transcript that they continue is looked at when the first response or call without an id comes up, so that a list
 * without any costs nothing.
 */
export class Links {
  readonly #read = new WaitingCalls();
  #before: WaitingCalls | undefined;
  #step = 0;
  /** The ids that the calls of this step came with. */
  #given = new Set<string>();

  constructor(readonly after: Transcript) {}

  nextStep(): void {
    this.#step += 1;
    if (this.#given.size > 0) this.#given = new Set();
  }

  /**
   * Takes a call in. One without an id, or with one that another call of its step has, gets one that its place tells.
   *
   * @returns the id that the transcript keeps
   */
  addCall(name: string, given: string | undefined, place: PartPlace): string {
    const id = given === undefined || this.#given.has(given) ? this.#makeId(place) : given;
    if (given !== undefined) this.#given.add(given);
    this.#read.add(id, name, given, this.#step);
    return id;
  }

  /** Takes a response in. @returns the id of its call; where there is none its own, or one that its place tells */
  answer(name: string, given: string | undefined, place: PartPlace): string {
    const call = this.#read.find(name, given) ?? this.#lookBefore().find(name, given);
    if (call !== undefined) call.isAnswered = true;
    const id = call?.id ?? given ?? this.#makeId(place);
    this.#read.ids.add(id);
    return id;
  }

  #makeId({ entry, part }: PartPlace): string {
    const before = this.#lookBefore();
    let id = `gemini_${entry}_${part}`;
    while (this.#read.ids.has(id) || before.ids.has(id)) id += "_";
    return id;
  }

  #lookBefore(): WaitingCalls {
    if (this.#before !== undefined) return this.#before;
    const before = new WaitingCalls();
    this.#before = before;
    this.after.entries().forEach(({ content }, index) => {
      for (const part of content as readonly Part[]) {
        if (part.type === "tool-call") before.add(part.toolCallId, part.toolName, sentId(part), index);
        else if (part.type === "tool-result") before.answer(part.toolCallId);
      }
    });
    return before;
  }
}

/** The id that the provider knows a call by: the one that it came with, if it came from there with one. */
export function sentId(part: ToolCallPart | (Part & { type: "tool-result" })): string | undefined {
  const { id } = readSource(part, FORMAT);
  if (id === true) return part.toolCallId;
  return typeof id === "string" && id !== "" ? id : undefined;
}
