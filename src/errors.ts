/** The stable codes of this library's errors. Branch on these, never on a message. */
export type TranscriptErrorCode =
  | "invalid-document"
  | "newer-version"
  | "invalid-input"
  | "not-a-prefix"
  | "tokenizer-failed"
  | "invalid-messages"
  | "lossy-conversion"
  | "conflict"
  | "summary-failed"
  | "call-failed"
  | "missing-package";

/** One fault, with the place where it was found. */
export interface Issue {
  /** Index of the entry (or of the provider's message) at fault, from 0. Absent for a fault of the whole. */
  readonly entry?: number;
  /** Keys and indexes from the entry down to the fault. */
  readonly path: readonly (string | number)[];
  /** Stable kind of fault, such as `type`, `missing-key`, `unknown-key`, `too-deep`. */
  readonly code: string;
  /** What was expected and what was found, without content. */
  readonly message: string;
}

/**
 * The base of every error that this library makes on purpose.
 *
 * @example Branching on the code
 * ```ts
 * import assert from "node:assert/strict";
 * import { Transcript, TranscriptError } from "colloquy";
 *
 * try {
 *   Transcript.fromJson('{"format":"colloquy","version":7,"entries":[]}');
 * } catch (error) {
 *   assert.ok(error instanceof TranscriptError);
 *   assert.equal(error.code, "newer-version");
 * }
 * ```
 */
export class TranscriptError extends Error {
  /** Stable kind of error. */
  readonly code: TranscriptErrorCode;

  /** Makes an error; programs catch them rather than make them. */
  constructor(code: TranscriptErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }
}

/** A document could not be read: `issues` names every fault found, up to the documented number. */
export class TranscriptDecodeError extends TranscriptError {
  /** In the order in which they stand in the document, up to `maxIssues`; none of them repeats content. */
  readonly issues: readonly Issue[];

  /** Makes an error; programs catch them rather than make them. */
  constructor(issues: readonly Issue[], message: string, code: TranscriptErrorCode = "invalid-document") {
    super(code, message);
    this.issues = issues;
  }
}

/** What was put in is no entry: `issues` names every fault found, up to 100. */
export class TranscriptInputError extends TranscriptError {
  /** In the order of the input, up to 100. Their paths name the whole way down, keys of content included. */
  readonly issues: readonly Issue[];

  /** Makes an error; programs catch them rather than make them. */
  constructor(
    issues: readonly Issue[],
    message: string,
    code: TranscriptErrorCode = "invalid-input",
    options?: ErrorOptions,
  ) {
    super(code, message, options);
    this.issues = issues;
  }
}
