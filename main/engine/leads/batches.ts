/**
 * Undo of an action on many leads. An action stores the affected rows of `marks` before and after, and undo restores
 * those that have not changed since. If a later action set a row, that action inherits the earlier value, so that
 * actions can be undone in any order.
 */
import type { BatchID } from '../../../contract/commands/selection.ts';
import type { MarkName, Marks } from '../../../contract/marks.ts';
import type { Store } from '../platform/store/store.ts';
import { selectKnownNow, listRowsOfMarks, setMarks } from './marks.ts';

export type MarkChanges = { readonly [M in MarkName]?: Marks[M] | undefined };

const maxBatches = 20;

/** Creates the batch if it is unknown; only the newest 20 are kept. */
export const findOrCreateBatch = (store: Store, batchID: BatchID): number => {
  const known = findBatch(store, batchID);
  if (known !== null) return known;
  return store.write(() => {
    store
      .prepare<[number]>(
        `DELETE FROM batches WHERE batch IN (SELECT batch FROM batches ORDER BY batch DESC
           LIMIT 100 OFFSET ?)`,
      )
      .run(maxBatches - 1);
    const { lastInsertRowid } = store
      .prepare<[string]>('INSERT INTO batches (batch_id) VALUES (?)')
      .run(batchID);
    return Number(lastInsertRowid);
  });
};

export const findBatch = (store: Store, batchID: BatchID): number | null =>
  store
    .prepare<[string], { batch: number }>('SELECT batch FROM batches WHERE batch_id = ?')
    .get(batchID)?.batch ?? null;

type BatchLeads = { readonly batch: number; readonly leads: string };

/** SQL: current value of the row. */
const currentValue = `(SELECT value FROM marks m
  WHERE m.lead = b.lead AND m.mark = b.mark AND m.item = b.item)`;
const ofBatchLeads = 'b.batch = @batch AND b.lead IN (SELECT value FROM json_each(@leads))';

/** Mark and item of each affected row. */
const listAffectedRows = ({
  tags,
  ...others
}: MarkChanges): readonly (readonly [string, string])[] => [
  ...listRowsOfMarks(
    Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : name)),
  ).map((name) => [name, ''] as const),
  ...[...(tags?.add ?? []), ...(tags?.remove ?? [])].map((tag) => ['tags', tag] as const),
];

/** Sets marks and adds the changes to a batch, inside a transaction; returns the names of the marks. */
export const setMarksInBatch = (
  store: Store,
  batch: number,
  leads: readonly number[],
  changes: MarkChanges,
): readonly MarkName[] => {
  const part = { batch, leads: JSON.stringify(leads) };
  const rows = { ...part, rows: JSON.stringify(listAffectedRows(changes)) };
  store
    .prepare<[typeof rows]>(
      `INSERT INTO batch_marks (batch, lead, mark, item, before, before_person)
       SELECT @batch, l.value, r.value ->> 0, r.value ->> 1, m.value, m.person
       FROM json_each(@leads) l CROSS JOIN json_each(@rows) r
       LEFT JOIN marks m ON m.lead = l.value AND m.mark = r.value ->> 0 AND m.item = r.value ->> 1
       WHERE true ON CONFLICT DO NOTHING`,
    )
    .run(rows);
  const names = setMarks(store, leads, changes);
  store
    .prepare<[BatchLeads]>(
      `UPDATE batch_marks AS b SET after = ${currentValue} WHERE ${ofBatchLeads}`,
    )
    .run(part);
  return names;
};

/** @param condition SQL on the changes `b` */
export const countChanged = (
  store: Store,
  batch: number,
  leads: readonly number[],
  condition = 'true',
): number =>
  store
    .prepare<[BatchLeads], { leads: number }>(
      `SELECT count(DISTINCT b.lead) AS leads FROM batch_marks b
       WHERE ${ofBatchLeads} AND b.before IS NOT b.after AND ${condition}`,
    )
    .get({ batch, leads: JSON.stringify(leads) })?.leads ?? 0;

export const listChangedLeads = (store: Store, batch: number, most: number): readonly number[] =>
  store
    .prepare<[number, number], { lead: number }>(
      'SELECT DISTINCT lead FROM batch_marks WHERE batch = ? ORDER BY lead LIMIT ?',
    )
    .all(batch, most)
    .map(({ lead }) => lead);

export const removeFromBatch = (store: Store, batch: number, leads: readonly number[]): void => {
  store
    .prepare<[BatchLeads]>(`DELETE FROM batch_marks AS b WHERE ${ofBatchLeads}`)
    .run({ batch, leads: JSON.stringify(leads) });
};

/** Lists the leads of `leads` that a batch archived. */
export const listArchivedBy = (store: Store, batch: number, leads: readonly number[]) =>
  store
    .prepare<[BatchLeads], { lead: number }>(
      `SELECT b.lead FROM batch_marks b WHERE ${ofBatchLeads} AND b.mark = 'archived' AND b.before IS NULL
         AND b.after IS NOT NULL`,
    )
    .all({ batch, leads: JSON.stringify(leads) })
    .map(({ lead }) => lead);

/** SQL: the next batch that set the same row. */
const nextBatch = `(SELECT min(o.batch) FROM batch_marks o
  WHERE o.lead = b.lead AND o.mark = b.mark AND o.item = b.item AND o.batch > b.batch)`;

/**
 * Undoes a batch on these leads and deletes its stored changes, inside a transaction. Later changes stay, also those
 * by a customer's news. Returns the number of leads restored and of leads that changed later, and the affected marks.
 */
export const undoBatch = (store: Store, batch: number, leads: readonly number[]) => {
  const part: BatchLeads = { batch, leads: JSON.stringify(leads) };
  const run = (sql: string): void => void store.prepare<[BatchLeads]>(sql).run(part);
  const all = countChanged(store, batch, leads);
  const names = store
    .prepare<[BatchLeads], { mark: MarkName }>(
      `SELECT b.mark FROM batch_marks b WHERE ${ofBatchLeads}`,
    )
    .all(part)
    .map(({ mark }) => mark);
  const isAsLeft = `b.news = 0 AND ${currentValue} IS b.after AND ${nextBatch} IS NULL`;
  const changed = countChanged(store, batch, leads, `NOT (${isAsLeft})`);
  run(`UPDATE batch_marks AS o SET before = b.before, before_person = b.before_person FROM batch_marks b
     WHERE ${ofBatchLeads} AND b.news = 0 AND o.batch = ${nextBatch}
       AND o.lead = b.lead AND o.mark = b.mark AND o.item = b.item AND o.before IS b.after`);
  run(`DELETE FROM batch_marks AS b WHERE ${ofBatchLeads} AND NOT (${isAsLeft})`);
  run(`DELETE FROM marks WHERE (lead, mark, item) IN (SELECT b.lead, b.mark, b.item
       FROM batch_marks b WHERE ${ofBatchLeads} AND b.before IS NULL)`);
  run(`INSERT INTO marks (lead, mark, item, value, person, known_at, known_message)
     SELECT b.lead, b.mark, b.item, b.before, b.before_person, ${selectKnownNow('b.lead', 'b.mark')}
     FROM batch_marks b WHERE ${ofBatchLeads} AND b.before IS NOT NULL
     ON CONFLICT DO UPDATE SET value = excluded.value, person = excluded.person,
       known_at = excluded.known_at, known_message = excluded.known_message`);
  removeFromBatch(store, batch, leads);
  return { restored: all - changed, changed, names };
};
