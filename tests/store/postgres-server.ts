import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a Postgres for tests; empty where there is none. */
    readonly postgres: string;
  }
}

const VARIABLE = "COLLOQUY_TEST_POSTGRES";
const LOCAL = "postgres://postgres@127.0.0.1:5432/postgres";

/** Finds a Postgres for the tests or starts one: runs once, before all of them. */
export default async function setup({ provide }: TestProject): Promise<(() => void) | undefined> {
  const named = process.env[VARIABLE];
  if (named !== undefined && !(await answers(named))) throw new Error(`No Postgres answers at the URL in ${VARIABLE}`);
  if (named !== undefined || (await answers(LOCAL))) {
    provide("postgres", named ?? LOCAL);
    return undefined;
  }
  try {
    const cluster = await startCluster();
    provide("postgres", cluster.url);
    return cluster.stop;
  } catch (cause) {
    const missing = `there is no Postgres: no ${VARIABLE}, nobody at ${LOCAL}, and ${(cause as Error).message}`;
    if (process.env["CI"] !== undefined) throw new Error(`Tests must not be left out: ${missing}`, { cause });
    console.warn(`\nThe tests named "Postgres: …" are left out, since ${missing}\n`);
    provide("postgres", "");
    return undefined;
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The folder of Postgres' programs: on the path, or where Debian puts them. */
function findPrograms(): string {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, "bin")) : [];
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...versions.toReversed()];
  const found = folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl")));
  if (found === undefined) throw new Error("there are no programs initdb and pg_ctl");
  return found;
}

/** Starts a cluster of our own in a temporary folder, on a free port. */
async function startCluster(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const programs = findPrograms();
  const owner = ownerOfCluster();
  const folder = mkdtempSync(join(tmpdir(), "colloquy-postgres-"));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const run = (program: string, ...args: string[]): void => {
    // The server would hold on to a pipe, and nobody would ever see its end.
    const { status } = spawnSync(join(programs, program), args, { cwd: folder, stdio: "ignore", ...owner });
    if (status !== 0) throw new Error(`${program} failed in ${folder}`);
  };
  run("initdb", "--pgdata", data, "--auth", "trust", "--username", "postgres", "--encoding", "UTF8", "--no-sync");
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
  run("pg_ctl", "--pgdata", data, "--log", join(folder, "log"), "--options", options, "--wait", "start");
  const stop = (): void => {
    run("pg_ctl", "--pgdata", data, "--mode", "immediate", "--wait", "stop");
    rmSync(folder, { recursive: true });
  };
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}

/** Whom a cluster belongs to when it must be somebody else: initdb refuses to run as root. */
function ownerOfCluster(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind: string, user: string): number =>
    Number(spawnSync("id", [kind, user], { encoding: "utf8" }).stdout || Number.NaN);
  const user = ["postgres", "nobody"].find((name) => !Number.isNaN(idOf("-u", name)));
  if (user === undefined) throw new Error("there is nobody but root to run initdb");
  return { uid: idOf("-u", user), gid: idOf("-g", user) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
