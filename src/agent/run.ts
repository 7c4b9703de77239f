import type { ModelMessage } from "ai";
import { toModelMessages } from "../formats/ai-sdk.js";
import { type ConversionNote, type Transcript, user } from "../index.js";
import { type AiSdk, versionOf } from "./ai-sdk.js";
import type { Memory } from "./memory.js";
import type { AutoCompact, Message } from "./options.js";
import { readResponse } from "./response.js";
import { closeTornStep, isTorn, type StepEnding } from "./torn-step.js";

/** What every call says of itself, whether it streams or not. */
export interface RunOptions {
  readonly message?: Message;
  readonly system?: string;
  readonly autoCompact?: AutoCompact;
  readonly abortSignal?: AbortSignal;
  prepareStep?(step: StepStart): unknown;
  onStepFinish?(step: StepEnd): unknown;
}

/** What the SDK tells before a request. */
interface StepStart {
  /** What the call began with, and all that came back in it so far. */
  readonly messages: readonly object[];
  /** What came back in the call so far; version 7 alone tells it, and `messages` there is what was sent last and since. */
  readonly responseMessages?: readonly object[];
}

/** What the SDK tells of a step that is done. */
interface StepEnd extends StepEnding {
  /** `messages`: what came back in the call so far; in version 7, in this step. */
  readonly response: { readonly messages: readonly object[] };
}

/**
 * One call of the SDK over a memory: each of its requests is written from the memory, and what comes back is added to it at
 * once, so that nothing is lost whatever becomes of the call.
 */
export class Run {
  readonly #memory: Memory;
  readonly #options: RunOptions;
  readonly #version: 5 | 6;
  readonly #isStreamed: boolean;
  /** The transcript that was written last, what it was written as, and what was changed in it. */
  #sent: { readonly transcript: Transcript; readonly messages: ModelMessage[] } | undefined;
  #report: readonly ConversionNote[] = [];
  /** How many messages the call began with. */
  #begun = 0;
  /** How many of the messages that came back are in the memory. */
  #taken = 0;
  /** Whether the SDK tells what came back in a step alone, as version 7 does, and not in the call so far. */
  #isToldByStep = false;
  /** What the SDK, from version 6 on, would not let a callback throw. */
  #fault: { readonly error: unknown } | undefined;

  constructor(memory: Memory, options: RunOptions, sdk: AiSdk, isStreamed: boolean) {
    this.#memory = memory;
    this.#options = options;
    this.#version = versionOf(sdk);
    this.#isStreamed = isStreamed;
  }

  /** Takes in what is said, and returns the settings in which the SDK is called. */
  async begin(): Promise<object> {
    const { message, system, autoCompact: _, ...settings } = this.#options;
    settings.abortSignal?.throwIfAborted();
    if (system !== undefined) this.#memory.set(this.#memory.transcript.withSystem(system));
    if (message !== undefined) {
      this.#memory.set(this.#memory.transcript.append(typeof message === "string" ? user(message) : message));
    }
    const messages = await this.#write();
    this.#begun = messages.length;
    return {
      stopWhen: isLongEnough,
      ...settings,
      messages,
      allowSystemInMessages: true,
      prepareStep: (step: StepStart) => this.#prepareStep(step),
      onStepFinish: (step: StepEnd) => this.#finishStep(step),
    };
  }

  /** The transcript with all that came back, and what had to be changed in the messages that were written last. */
  end(): { readonly transcript: Transcript; readonly report: readonly ConversionNote[] } {
    if (this.#fault !== undefined) throw this.#fault.error;
    return { transcript: this.#memory.transcript, report: this.#report };
  }

  async #prepareStep(step: StepStart): Promise<object> {
    const { messages, responseMessages } = step;
    this.#isToldByStep = responseMessages !== undefined;
    this.#take(responseMessages ?? messages.slice(this.#begun), this.#taken);
    const written = await this.#write();
    const asked = await this.#options.prepareStep?.({ ...step, messages: written });
    return { messages: written, ...(asked as object | undefined) };
  }

  async #finishStep(step: StepEnd): Promise<void> {
    const { length } = this.#memory.transcript;
    try {
      this.#take(step.response.messages, this.#isToldByStep ? 0 : this.#taken);
      if (this.#isStreamed && isTorn(step)) this.#memory.set(closeTornStep(this.#memory.transcript, length));
    } catch (error) {
      this.#fault = { error };
      throw error;
    }
    const { inputTokens, outputTokens = 0 } = step.usage;
    if (inputTokens !== undefined) this.#memory.count(inputTokens + outputTokens);
    await this.#options.onStepFinish?.(step);
  }

  /** Takes in what came back, but for the messages at the head that are there already. */
  #take(messages: readonly object[], known: number): void {
    const fresh = messages.slice(known);
    this.#memory.set(readResponse(fresh, this.#memory.transcript));
    this.#taken += fresh.length;
  }

  /** Writes what is sent next, compacted where it is time. */
  async #write(): Promise<ModelMessage[]> {
    const { autoCompact, abortSignal } = this.#options;
    if (this.#sent?.transcript === this.#memory.transcript) return this.#sent.messages;
    if (autoCompact !== undefined) await this.#memory.compact(autoCompact, abortSignal);
    const { transcript } = this.#memory;
    const { messages, report } = toModelMessages(transcript, { version: this.#version, summary: "user" });
    this.#sent = { transcript, messages };
    this.#report = report;
    return messages;
  }
}

/** How many steps a call may take unless it says something else: as many as an agent of the SDK. */
const MOST_STEPS = 20;

function isLongEnough({ steps }: { readonly steps: readonly unknown[] }): boolean {
  return steps.length >= MOST_STEPS;
}
