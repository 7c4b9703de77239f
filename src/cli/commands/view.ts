import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { Option } from "commander";
import { toHtml } from "../../render/index.js";
import { visibleLine } from "../../render/visible.js";
import { Failure, type Io, reasonOf, STDOUT } from "../io.js";
import { writeFileSafely } from "../write-file.js";
import type { Command } from "./command.js";

interface ViewOptions {
  readonly open?: true;
}

export const view: Command<ViewOptions> = {
  name: "view",
  summary: "makes a page of a conversation, and says where it is",
  examples: [
    ["colloquy view run.json --open", "opens the page in the browser"],
    ["colloquy view run.json --output run.html", "one file, to be sent to somebody"],
  ],
  options: [new Option("--open", "open the page in the browser")],
  writesItself: true,
  start: ({ open }, { io, output }) => {
    let pages = 0;
    return async ({ name, transcript }) => {
      pages += 1;
      if (output !== undefined && pages > 1)
        throw new Failure(`Cannot write ${output}: it takes one page, and there are more conversations`);
      const page = toHtml(transcript, { title: name });
      if (output === STDOUT) return { text: () => page, json: () => [{ source: name, html: page }] };
      const path = output ?? (await freshPath(name));
      await writeFileSafely(path, page);
      if (open === true) await openInBrowser(path, io);
      return { text: () => `${visibleLine(path)}\n`, json: () => [{ source: name, page: path }] };
    };
  },
};

/** A page in a folder of its own. */
async function freshPath(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "colloquy-"));
  return join(folder, `${basename(name, extname(name)).replaceAll(/[^\w.-]+/g, "-")}.html`);
}

async function openInBrowser(path: string, { env }: Io): Promise<void> {
  const [opener, ...before] = OPENERS[process.platform] ?? ["xdg-open"];
  try {
    const child = spawn(opener!, [...before, path], { detached: true, stdio: "ignore", env });
    await once(child, "spawn");
    child.unref();
  } catch (error) {
    throw new Failure(`Cannot open ${path} by ${opener}: ${reasonOf(error as NodeJS.ErrnoException)}`, {
      cause: error,
    });
  }
}

/** What opens a file in the program that the system has for it. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["explorer.exe"],
};
