/**
 * Undo of an action on many leads. The action stores the affected rows of `marks` before and after,
 * in the same transaction. Undo restores rows that are still as the action left them; of a row that
 * a later action set, that action inherits the earlier value, so that actions can be undone in any
 * order. Marks that ended because the customer wrote stay ended.
 */
import type { BatchID } from '../../../contract/commands/selection.ts';
import type { MarkName, Marks } from '../../../contract/marks.ts';
import type { Store } from '../platform/store/store.ts';
import { knownNow, rowsOfMarks, setMarks } from './marks.ts';

export type MarkChanges = { readonly [M in MarkName]?: Marks[M] | undefined };

const mostBatches = 20;

/** Returns the number of a batch; a new one replaces the oldest. */
export const batchOf = (store: Store, batchID: BatchID): number => {
  const known = knownBatch(store, batchID);
  if (known !== null) return known;
  return store.write(() => {
    store
      .prepare<[number]>(
        'batches.forget',
        `DELETE FROM batches WHERE batch IN (SELECT batch FROM batches ORDER BY batch DESC
           LIMIT 100 OFFSET ?)`,
      )
      .run(mostBatches - 1);
    const { lastInsertRowid } = store
      .prepare<[string]>('batches.begin', 'INSERT INTO batches (batch_id) VALUES (?)')
      .run(batchID);
    return Number(lastInsertRowid);
  });
};

/** Returns a batch, or null if it is unknown. */
export const knownBatch = (store: Store, batchID: BatchID): number | null =>
  store
    .prepare<[string], { batch: number }>(
      'batches.get',
      'SELECT batch FROM batches WHERE batch_id = ?',
    )
    .get(batchID)?.batch ?? null;

type Part = { readonly batch: number; readonly leads: string };

/** SQL: current value of the row. */
const now = `(SELECT value FROM marks m
  WHERE m.lead = b.lead AND m.mark = b.mark AND m.item = b.item)`;
const ofPart = 'b.batch = @batch AND b.lead IN (SELECT value FROM json_each(@leads))';

/** Mark and item of each affected row. */
const rowsSetBy = ({ tags, ...others }: MarkChanges): readonly (readonly [string, string])[] => [
  ...rowsOfMarks(
    Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : name)),
  ).map((name) => [name, ''] as const),
  ...[...(tags?.add ?? []), ...(tags?.remove ?? [])].map((tag) => ['tags', tag] as const),
];

/** Sets marks and stores the changes for undo, in a transaction; returns the names of the marks. */
export const setNoted = (
  store: Store,
  batch: number,
  leads: readonly number[],
  changes: MarkChanges,
): readonly MarkName[] => {
  const part = { batch, leads: JSON.stringify(leads) };
  const rows = { ...part, rows: JSON.stringify(rowsSetBy(changes)) };
  store
    .prepare<[typeof rows]>(
      'batches.before',
      `INSERT INTO batch_marks (batch, lead, mark, item, before, before_person)
       SELECT @batch, l.value, r.value ->> 0, r.value ->> 1, m.value, m.person
       FROM json_each(@leads) l CROSS JOIN json_each(@rows) r
       LEFT JOIN marks m ON m.lead = l.value AND m.mark = r.value ->> 0 AND m.item = r.value ->> 1
       WHERE true ON CONFLICT DO NOTHING`,
    )
    .run(rows);
  const set = setMarks(store, leads, changes);
  store
    .prepare<[Part]>('batches.after', `UPDATE batch_marks AS b SET after = ${now} WHERE ${ofPart}`)
    .run(part);
  return set;
};

/** Counts the leads of `leads` that a batch changed. */
export const countChanged = (store: Store, batch: number, leads: readonly number[]): number =>
  store
    .prepare<[Part], { leads: number }>(
      'batches.changed',
      `SELECT count(DISTINCT b.lead) AS leads FROM batch_marks b
       WHERE ${ofPart} AND b.before IS NOT b.after`,
    )
    .get({ batch, leads: JSON.stringify(leads) })?.leads ?? 0;

/** Lists at most `most` leads that a batch changed. */
export const changedLeads = (store: Store, batch: number, most: number): readonly number[] =>
  store
    .prepare<[number, number], { lead: number }>(
      'batches.leads',
      'SELECT DISTINCT lead FROM batch_marks WHERE batch = ? ORDER BY lead LIMIT ?',
    )
    .all(batch, most)
    .map(({ lead }) => lead);

/** Removes `leads` from a batch. */
export const forgetPart = (store: Store, batch: number, leads: readonly number[]): void => {
  store
    .prepare<[Part]>('batches.forgetPart', `DELETE FROM batch_marks AS b WHERE ${ofPart}`)
    .run({ batch, leads: JSON.stringify(leads) });
};

/** Lists the leads of `leads` that a batch archived. */
export const archivedBy = (store: Store, batch: number, leads: readonly number[]) =>
  store
    .prepare<[Part], { lead: number }>(
      'batches.archived',
      `SELECT b.lead FROM batch_marks b WHERE ${ofPart} AND b.mark = 'archived' AND b.before IS NULL
         AND b.after IS NOT NULL`,
    )
    .all({ batch, leads: JSON.stringify(leads) })
    .map(({ lead }) => lead);

export type UndoneBatch = {
  /** Leads. */
  readonly restored: number;
  /** Leads with later changes, which stay. */
  readonly changed: number;
  /** Marks that may have changed. */
  readonly names: readonly MarkName[];
};

/** SQL: the next later action on the same row. */
const later = `(SELECT min(o.batch) FROM batch_marks o
  WHERE o.lead = b.lead AND o.mark = b.mark AND o.item = b.item AND o.batch > b.batch)`;

/** Undoes a batch on these leads and deletes its stored changes, inside a transaction. */
export const undoBatch = (store: Store, batch: number, leads: readonly number[]): UndoneBatch => {
  const part: Part = { batch, leads: JSON.stringify(leads) };
  const run = (name: string, sql: string): void => void store.prepare<[Part]>(name, sql).run(part);
  const all = countChanged(store, batch, leads);
  const names = store
    .prepare<[Part], { mark: MarkName }>(
      'batches.names',
      `SELECT b.mark FROM batch_marks b WHERE ${ofPart}`,
    )
    .all(part)
    .map(({ mark }) => mark);
  const isAsLeft = `b.news = 0 AND ${now} IS b.after AND ${later} IS NULL`;
  const changed =
    store
      .prepare<[Part], { leads: number }>(
        'batches.changedSince',
        `SELECT count(DISTINCT b.lead) AS leads FROM batch_marks b
         WHERE ${ofPart} AND b.before IS NOT b.after AND NOT (${isAsLeft})`,
      )
      .get(part)?.leads ?? 0;
  run(
    'batches.handOver',
    `UPDATE batch_marks AS o SET before = b.before, before_person = b.before_person FROM batch_marks b
     WHERE ${ofPart} AND b.news = 0 AND o.batch = ${later}
       AND o.lead = b.lead AND o.mark = b.mark AND o.item = b.item AND o.before IS b.after`,
  );
  run('batches.keep', `DELETE FROM batch_marks AS b WHERE ${ofPart} AND NOT (${isAsLeft})`);
  run(
    'batches.unset',
    `DELETE FROM marks WHERE (lead, mark, item) IN (SELECT b.lead, b.mark, b.item
       FROM batch_marks b WHERE ${ofPart} AND b.before IS NULL)`,
  );
  run(
    'batches.reset',
    `INSERT INTO marks (lead, mark, item, value, person, known_at, known_message)
     SELECT b.lead, b.mark, b.item, b.before, b.before_person, ${knownNow('b.lead', 'b.mark')}
     FROM batch_marks b WHERE ${ofPart} AND b.before IS NOT NULL
     ON CONFLICT DO UPDATE SET value = excluded.value, person = excluded.person,
       known_at = excluded.known_at, known_message = excluded.known_message`,
  );
  forgetPart(store, batch, leads);
  return { restored: all - changed, changed, names };
};
