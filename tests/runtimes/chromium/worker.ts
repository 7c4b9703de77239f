import type { RunnerTask } from "vitest";
import { startTests } from "vitest/internal/browser";

/** What is to be run, and what the page knows of it. */
export interface Order {
  readonly file: string;
  readonly config: string;
  readonly env: object;
}

/** What came of a test, or of a suite with its tests. */
export interface Told {
  readonly name: string;
  readonly state: string;
  readonly errors: readonly string[];
  readonly tests?: readonly Told[];
}

addEventListener("message", async ({ data: { file, config: json, env } }: MessageEvent<Order>) => {
  const config = JSON.parse(json) as Parameters<typeof startTests>[1]["config"];
  // What Vitest and the code that it serves look for, and find in a page.
  Object.assign(globalThis, {
    process: { env },
    __vitest_worker__: { config, filepath: file },
    __vitest_browser_runner__: { wrapDynamicImport: (load: () => Promise<unknown>) => load() },
  });
  const [ran] = await startTests([file], {
    config,
    importFile: (path) => import(/* @vite-ignore */ `${path}?in-worker`),
  });
  postMessage(tell(ran!));
});

function tell(task: RunnerTask): Told {
  const { name, mode, result } = task;
  const errors = (result?.errors ?? []).map(({ message, stack, diff }) =>
    [message, diff, stack].filter(Boolean).join("\n"),
  );
  const told = { name, state: result?.state ?? mode, errors };
  return "tasks" in task ? { ...told, tests: task.tasks.map(tell) } : told;
}
