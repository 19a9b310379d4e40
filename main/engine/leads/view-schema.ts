/** Indexes of the views, and `counts` with its triggers, created when a file is opened. */
import type BetterSqlite3 from 'better-sqlite3';
import { countNames, viewNames, type CountName } from '../../../contract/views.ts';
import { countConditions, views } from './views.ts';

type Database = BetterSqlite3.Database;

const indexPrefix = 'view_';
const triggerPrefix = 'count_';

const columns = countNames.map((name) => `"${name}"`).join(', ');
const mapCounts = (write: (column: string, name: CountName) => string, glue = ', '): string =>
  countNames.map((name) => write(`"${name}"`, name)).join(glue);

/** SQL: 1 for a row of the view, otherwise 0, even if a column is NULL. */
const buildInView = (name: CountName, row: 'new.' | 'old.' | ''): string =>
  `((${countConditions[name](row)}) IS TRUE)`;

const counts = `CREATE TABLE counts (
  account_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  ${mapCounts((column) => `${column} INTEGER NOT NULL DEFAULT 0`, ',\n  ')},
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID`;

const samePlace = '(old.account_id, old.business_id) IS (new.account_id, new.business_id)';

const add = `INSERT INTO counts (account_id, business_id, ${columns})
  VALUES (new.account_id, new.business_id, ${mapCounts((_, name) => buildInView(name, 'new.'))})
  ON CONFLICT DO UPDATE SET ${mapCounts((column) => `${column} = ${column} + excluded.${column}`)};`;
const remove = `UPDATE counts
  SET ${mapCounts((column, name) => `${column} = ${column} - ${buildInView(name, 'old.')}`)}
  WHERE account_id = old.account_id AND business_id = old.business_id;`;
const change = `UPDATE counts
  SET ${mapCounts((column, name) => `${column} = ${column} + ${buildInView(name, 'new.')} - ${buildInView(name, 'old.')}`)}
  WHERE account_id = new.account_id AND business_id = new.business_id;`;

const differs = mapCounts(
  (_, name) => `${buildInView(name, 'new.')} <> ${buildInView(name, 'old.')}`,
  ' OR ',
);

/** The columns that the conditions read: SQLite skips the triggers when only others change. */
const countedColumns = new Set(
  countNames.flatMap((name) => countConditions[name]('new.').match(/(?<=new\.)\w+/g) ?? []),
);

const buildTrigger = (name: string, when: string, work: string): readonly [string, string] => [
  `${triggerPrefix}${name}`,
  `CREATE TRIGGER ${triggerPrefix}${name} AFTER ${when} BEGIN\n  ${work}\nEND`,
];

/** The table and its triggers; all are recreated when the SQL of one changes. */
const counting: ReadonlyMap<string, string> = new Map([
  ['counts', counts],
  buildTrigger('added', 'INSERT ON inbox', add),
  buildTrigger('removed', 'DELETE ON inbox', remove),
  buildTrigger(
    'changed',
    `UPDATE OF ${[...countedColumns].join(', ')} ON inbox WHEN ${samePlace} AND (${differs})`,
    change,
  ),
  buildTrigger(
    'moved',
    `UPDATE OF account_id, business_id ON inbox WHEN NOT ${samePlace}`,
    `${remove}\n  ${add}`,
  ),
]);

/** Two indexes for each view: of all leads, and by business. */
const indexes: ReadonlyMap<string, string> = new Map(
  viewNames.flatMap((name) => {
    const { buildCondition, order } = views[name];
    const inOrder = `${order.by} ${order.direction}, lead ${order.direction}`;
    const buildIndex = (of: string, columnsBefore: string): [string, string] => [
      `${indexPrefix}${name}${of}`,
      `CREATE INDEX ${indexPrefix}${name}${of} ON inbox (${columnsBefore}${inOrder}) WHERE ${buildCondition('')}`,
    ];
    return [buildIndex('', ''), buildIndex('_of_business', 'account_id, business_id, ')];
  }),
);

type SchemaObject = { readonly type: string; readonly name: string; readonly sql: string };

/** Creates the indexes, counters and triggers of the views, and drops those of earlier versions. */
export const updateViewSchema = (db: Database): void => {
  const existing = db
    .prepare<[], SchemaObject>(
      `SELECT type, name, sql FROM sqlite_schema WHERE name = 'counts'
         OR (type = 'index' AND name GLOB '${indexPrefix}*')
         OR (type = 'trigger' AND name GLOB '${triggerPrefix}*')`,
    )
    .all();
  const existingSQL = new Map(existing.map(({ name, sql }) => [name, sql]));
  const isCurrent = ([name, sql]: readonly [string, string]): boolean =>
    existingSQL.get(name) === sql;
  const counters = existing.filter(({ type }) => type !== 'index');
  const areCountsCurrent = [...counting].every(isCurrent) && counters.length === counting.size;
  const stale = existing.filter(
    ({ type, name, sql }) => type === 'index' && indexes.get(name) !== sql,
  );
  const missing = [...indexes].filter((index) => !isCurrent(index));
  if (areCountsCurrent && stale.length === 0 && missing.length === 0) return;
  db.transaction(() => {
    for (const { name } of stale) db.exec(`DROP INDEX ${name}`);
    for (const [, sql] of missing) db.exec(sql);
    if (areCountsCurrent) return;
    for (const { type, name } of counters) db.exec(`DROP ${type} ${name}`);
    for (const sql of counting.values()) db.exec(sql);
    db.exec(
      `INSERT INTO counts (account_id, business_id, ${columns})
       SELECT account_id, business_id, ${mapCounts((_, name) => `sum(${buildInView(name, '')})`)}
       FROM inbox GROUP BY account_id, business_id`,
    );
  }).immediate();
};
