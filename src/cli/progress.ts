import { SingleBar } from "cli-progress";
import type { Sink } from "./io.js";

/** Milliseconds that work may take before it is worth a bar. */
const PATIENCE = 1_000;
/** Bytes that take longer than that for sure: while they are parsed, no clock is looked at. */
const LARGE = 10_000_000;
/** What is done with a source: it is read, parsed, understood, worked on. */
const STEPS = 4;

/** A bar for work that takes longer than a second, where there is somebody to see it. */
export class Progress {
  readonly #start = performance.now();
  readonly #stream: Sink;
  #bar: SingleBar | undefined;
  /** Both in bytes, each counted once a step. */
  #total = 0;
  #done = 0;
  /** Bytes of the source at hand. */
  #size = 0;

  constructor(stream: Sink) {
    this.#stream = stream;
  }

  /** Says that there are more bytes to work on. */
  expect(bytes: number): void {
    this.#total += STEPS * bytes;
  }

  /** Says that bytes of the source at hand were read. */
  read(bytes: number): void {
    this.#size += bytes;
    this.#advance(bytes);
  }

  /** Says that a further step with the source at hand is done. */
  step(): void {
    this.#advance(this.#size);
  }

  /** Turns to the next source. */
  next(): void {
    this.#size = 0;
  }

  /** Takes the bar away, so that something else can be printed. It comes back when the work goes on. */
  hide(): void {
    this.#bar?.stop();
    this.#bar = undefined;
  }

  #advance(bytes: number): void {
    this.#done += bytes;
    const isLong = this.#total > STEPS * LARGE || performance.now() - this.#start > PATIENCE;
    if (this.#stream.isTTY !== true || !isLong || this.#done >= this.#total) return;
    this.#bar ??= this.#show();
    this.#bar.setTotal(this.#total);
    this.#bar.update(this.#done);
  }

  #show(): SingleBar {
    const bar = new SingleBar({ stream: this.#stream, format: "{bar} {percentage}%", clearOnComplete: true });
    bar.start(this.#total, this.#done);
    return bar;
  }
}
