import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A recorded conversation: its file's name and its messages as they came. */
export interface RealConversation {
  readonly name: string;
  readonly messages: readonly object[];
}

const shared = fileURLToPath(new URL("../../../shared/data/", import.meta.url));
const bundled = fileURLToPath(new URL("../../fixtures/real/", import.meta.url));

/** Whether recorded conversations lie in `../shared/data` beside the checkout. Tests of them say so in their names. */
export const sharedDataIsThere = existsSync(shared);

function readFolder(folder: string): RealConversation[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.sort().flatMap((name) => {
    const parsed: unknown = JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
    return Array.isArray(parsed) ? [{ name, messages: parsed as object[] }] : [];
  });
}

/** The conversations of a format in `../shared/data`, in the order of their names; none where the folder is missing. */
export function sharedConversations(format: string): RealConversation[] {
  return readFolder(`${shared}/${format}`);
}

/** The log of a session: its file's name and its text. */
export interface RealLog {
  readonly name: string;
  readonly log: string;
}

/** The logs of a program in `../shared/data`, in the order of their names; none where the folder is missing. */
export function sharedLogs(program: string): RealLog[] {
  const folder = `${shared}/${program}`;
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return names.sort().map((name) => ({ name, log: readFileSync(`${folder}/${name}`, "utf8") }));
}

/** All files of `../shared/data`: each lies in a folder that is called like its format. */
export function sharedDataFiles(): { readonly format: string; readonly name: string; readonly path: string }[] {
  if (!sharedDataIsThere) return [];
  const names = readdirSync(shared, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("/"));
  return names.sort().map((name) => ({ format: name.split("/")[0]!, name, path: `${shared}${name}` }));
}

/** The conversations that come with the project, all of them lists of chat messages. */
export function bundledConversations(): RealConversation[] {
  return readFolder(bundled);
}
