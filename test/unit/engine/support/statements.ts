/** Records the SQL statements of an engine in this process, and finds expensive steps in their plans. */
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';

type Run = (...parameters: unknown[]) => unknown;
type Asked = { readonly sql: string; readonly parameters: readonly unknown[] };

/** Records each statement that this process runs until the test ends, once. */
export const recordStatements = (): (() => readonly Asked[]) => {
  const asked = new Map<string, Asked>();
  const { prototype } = Database as unknown as { prototype: { prepare: (sql: string) => object } };
  const { prepare } = prototype;
  const wrapped = new WeakSet<object>();
  prototype.prepare = function (sql: string) {
    const statement = prepare.call(this, sql) as Record<string, Run>;
    if (wrapped.has(statement)) return statement;
    wrapped.add(statement);
    for (const method of ['get', 'all', 'run', 'iterate']) {
      const run = statement[method]?.bind(statement);
      if (run === undefined) continue;
      statement[method] = (...parameters) => {
        if (!asked.has(sql)) asked.set(sql, { sql, parameters });
        return run(...parameters);
      };
    }
    return statement;
  };
  onTestFinished(() => {
    prototype.prepare = prepare;
  });
  return () => [...asked.values()];
};

/** Tables that stay small with any number of leads. */
const small = new Set([
  ...['accounts', 'businesses', 'held_businesses', 'webhooks', 'partner_endpoints', 'counts'],
  ...[
    'read_counts',
    'settings',
    'moves',
    'outbox',
    'numbers_given',
    'phone_numbers',
    'phone_number_lists',
    'team_cursor',
  ],
  ...[
    'sqlite_master',
    'sqlite_schema',
    'pragma_table_list',
    'pragma_table_info',
    'json_each',
    'json_tree',
  ],
]);

/** The table behind each name that a statement uses. */
const tablesOf = (sql: string): ReadonlyMap<string, string> =>
  new Map(
    [
      ...sql.matchAll(/(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\([^()]*\))?(?:\s+(?:AS\s+)?(\w+))?/gi),
    ].flatMap(([, table = '', alias = table]) => [
      [table, table] as const,
      [alias, table] as const,
    ]),
  );

/**
 * The steps of a plan whose cost grows with the number of leads: a full table scan, an index scan
 * (`SCAN … USING INDEX`), or a temporary sort. Each has its statement:
 * `SCAN inbox: SELECT …`.
 */
export const faultsOf = (db: Database.Database, { sql, parameters }: Asked): readonly string[] => {
  if (!/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(sql)) return [];
  const views = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_master WHERE type = 'view'`,
    )
    .all()
    .filter(({ name }) => sql.includes(name))
    .map((view) => view.sql);
  const tables = tablesOf([sql, ...views].join('\n'));
  const isFault = (step: string): boolean => {
    if (step.startsWith('USE TEMP B-TREE')) return true;
    const [, name = '', how = ''] = /^SCAN (\S+) ?(.*)/.exec(step) ?? [];
    // Constants, lists of values, and subqueries, which have their own steps.
    if (name === '' || !/^\w+$/.test(name) || /^(?:CONSTANT|\d)/.test(name)) return false;
    // A full-text search for words: the part after the colon is its constraint.
    if (/^VIRTUAL TABLE INDEX \d+:.*[M=]/.test(how)) return false;
    return !small.has(tables.get(name) ?? name);
  };
  return db
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...parameters)
    .map(({ detail }) => detail)
    .filter(isFault)
    .map((step) => `${step}: ${sql.replaceAll(/\s+/g, ' ').trim()}`);
};
