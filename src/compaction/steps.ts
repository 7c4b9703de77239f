/** Work in steps: it yields where it may be interrupted. */
export type Steps<T> = Generator<void, T>;

/** How long a slice of work may hold the event loop, in milliseconds. */
const SLICE_MS = 1;

/** Entries between two looks at the clock. */
export const STEP_ENTRIES = 64;

/** Does the work at once. */
export function runAtOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Does the work in slices of a few milliseconds, with room for everything else in between, until a signal aborts. */
export async function runInSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const until = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await nextTask();
  }
}

function nextTask(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (run: () => void) => unknown };
  return new Promise((resolve) => {
    if (setImmediate === undefined) setTimeout(resolve);
    else setImmediate(resolve);
  });
}
