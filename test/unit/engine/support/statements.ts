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
    'greatest_deleted_lead',
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

/** Allowed steps, each as `step: statement`, with the reason. */
const allowed: readonly { readonly why: string; readonly fault: RegExp }[] = [
  {
    why: 'a view is scanned in its order, up to the end of the window',
    fault:
      /^SCAN i USING (?:COVERING )?INDEX view_(?!.*(?: i\.business_id = |MATCH)).* LIMIT \S+(?: OFFSET \S+)?$/,
  },
  {
    why: 'the index has only deliveries that are not applied yet, in their order',
    fault: /^SCAN deliveries USING INDEX deliveries_to_apply: .* LIMIT \S+$/,
  },
  {
    why: 'there are at most 50 rules, of which a lead has a few',
    fault: /^(?:SCAN|USE TEMP B-TREE FOR ORDER BY)\b.* FROM automatic_(?:rules|replies)\b/,
  },
  {
    why: 'a team has at most 60 people',
    fault: /^SCAN team_people: SELECT person, name/,
  },
  {
    why: 'a customer writes few messages in one millisecond',
    fault: /^USE TEMP B-TREE FOR LAST TERM OF ORDER BY: SELECT sent_at AS at, .* LIMIT 1$/,
  },
  {
    why: 'changes that the log does not have yet are few',
    fault: /^SCAN team_outbox USING COVERING INDEX team_outbox_of_lead: SELECT count/,
  },
  {
    why: 'a lead has at most two phone numbers',
    fault: /^USE TEMP B-TREE FOR ORDER BY: .* FROM lead_phones WHERE lead = /,
  },
  {
    why: 'the outbox, accounts and businesses are small',
    fault:
      /^USE TEMP B-TREE FOR ORDER BY: .* FROM (?:outbox(?: o)?|accounts|businesses b|held_businesses) /,
  },
  {
    why: 'after a rare change of business hours all waiting leads are read once',
    fault:
      /^SCAN inbox USING COVERING INDEX view_needs_reply: SELECT lead FROM inbox WHERE needs_reply = 1$/,
  },
  {
    why: 'selecting a whole view counts it once',
    fault: /^SCAN i USING INDEX view_\w+: SELECT count\(\*\) AS leads FROM inbox i .* <= \S+$/,
  },
  {
    why: 'only a few batches are kept for undo',
    fault: /^SCAN batches: DELETE FROM batches .* LIMIT 100 OFFSET \S+$/,
  },
  {
    why: 'waiting notes are read from the first on, a few at a time',
    fault: /^SCAN search_changes\b.* LIMIT \S+$/,
  },
  {
    why: 'the index has only job statuses that were not sent yet',
    fault: /^SCAN job_status_reports USING COVERING INDEX job_status_waiting: .* LIMIT \S+$/,
  },
  {
    why: 'there are at most a few hundred tags and categories',
    fault: /^SCAN known: WITH RECURSIVE known \(value\) .* LIMIT \S+$/,
  },
  {
    why: 'statuses are read from the newest leads',
    fault: /^(?:SCAN leads|USE TEMP B-TREE FOR DISTINCT): SELECT DISTINCT status .* LIMIT .*$/,
  },
  {
    why: 'leads of which only messages are known are few',
    fault: /^SCAN leads USING INDEX leads_incomplete: SELECT lead FROM \(/,
  },
  {
    why: 'people write notes, drafts and tags one by one; the scan ends after a thousand leads',
    fault:
      /^(?:SCAN (?:drafts|notes|marks USING (?:COVERING )?INDEX marks_tagged)|USE TEMP B-TREE FOR DISTINCT)\b.*: SELECT DISTINCT lead FROM (?:drafts|notes|marks) .* LIMIT \S+$/,
  },
  {
    why: 'the full-text vocabulary is read from the searched word on',
    fault: /^SCAN lead_vocabulary VIRTUAL TABLE INDEX \d+:: .* WHERE term >= \S+ LIMIT 1$/,
  },
];

const stepsOf = (db: Database.Database, { sql, parameters }: Asked): readonly string[] => {
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
    // A full-text search for words: the part after the colon is its constraint. It ignores limits that are no integers.
    if (/^VIRTUAL TABLE INDEX \d+:.*[M=]/.test(how))
      return /[<>]/.test(how) && !/rowid BETWEEN CAST\(\S+ AS INTEGER\) AND CAST\(/.test(sql);
    return !small.has(tables.get(name) ?? name);
  };
  return db
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...parameters)
    .map(({ detail }) => detail)
    .filter(isFault)
    .map((step) => `${step}: ${sql.replaceAll(/\s+/g, ' ').trim()}`);
};

/**
 * The steps of the statements' plans whose cost grows with the number of leads: a full table scan, an index scan
 * (`SCAN … USING INDEX`), or a temporary sort. Each has its statement: `SCAN inbox: SELECT …`.
 */
export const faultsOf = (db: Database.Database, asked: readonly Asked[]): readonly string[] =>
  [...new Set(asked.flatMap((one) => stepsOf(db, one)))].filter(
    (step) => !allowed.some(({ fault }) => fault.test(step)),
  );
