import type { Kysely, KyselyPlugin, UnknownRow } from "kysely";

/**
 * A database that gives what is stored, whatever the program has set up. What its plugins do to queries stays, such as naming
 * a schema; what they do to results would change texts, such as those that look like JSON.
 */
export function withRawResults<T>(kysely: Kysely<T>): Kysely<T> {
  const queriesAlone = kysely.getExecutor().plugins.map((plugin): KyselyPlugin => ({
    transformQuery: (args) => plugin.transformQuery(args),
    transformResult: async ({ result }) => result,
  }));
  return [...queriesAlone, smallNumbers].reduce((db, plugin) => db.withPlugin(plugin), kysely.withoutPlugins());
}

/** Numbers as numbers where a program has its driver give bigints: ours count entries and versions. */
const smallNumbers: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) =>
    Object.values(result.rows[0] ?? {}).some(isBigint) ? { ...result, rows: result.rows.map(toNumbers) } : result,
};

function toNumbers(row: UnknownRow): UnknownRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, isBigint(value) ? Number(value) : value]),
  );
}

function isBigint(value: unknown): value is bigint {
  return typeof value === "bigint";
}
