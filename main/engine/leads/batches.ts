/**
 * What an action on many leads changed. The rows of `marks` are noted as they were and as they became, in
 * the transaction that sets them, so the action can be taken back exactly, also after the engine has
 * ended: each row that is still as the action left it becomes what it was, and no other. Of a lead whose
 * customer has written since, what ends with that stays ended.
 */
import type { BatchID } from '../../../contract/commands/selection.ts';
import type { MarkName, Marks } from '../../../contract/marks.ts';
import type { Store } from '../platform/store/store.ts';
import { setMarks } from './marks.ts';

export type GivenMarks = { readonly [M in MarkName]?: Marks[M] | undefined };

/** So many actions can be taken back. */
const mostBatches = 20;

/** The number of a batch, which is begun if nobody has heard of it; the oldest one is forgotten then. */
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

/** The number of a batch that was begun and is not forgotten; otherwise null. */
export const knownBatch = (store: Store, batchID: BatchID): number | null =>
  store
    .prepare<[string], { batch: number }>(
      'batches.get',
      'SELECT batch FROM batches WHERE batch_id = ?',
    )
    .get(batchID)?.batch ?? null;

type Part = { readonly batch: number; readonly leads: string };

/** The value that a noted row of marks has now. */
const now = `(SELECT value FROM marks m
  WHERE m.lead = b.lead AND m.mark = b.mark AND m.item = b.item)`;
const ofPart = 'b.batch = @batch AND b.lead IN (SELECT value FROM json_each(@leads))';

/** Sets marks on leads and notes what that changed; in the caller's transaction, and says which, as `setMarks`. */
export const setNoted = (
  store: Store,
  batch: number,
  leads: readonly number[],
  given: GivenMarks,
): readonly MarkName[] => {
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : name));
  const part = { batch, leads: JSON.stringify(leads), names: JSON.stringify(names) };
  const run = (name: string, sql: string): void =>
    void store.prepare<[typeof part]>(name, sql).run(part);
  const rows = `FROM json_each(@leads) l CROSS JOIN json_each(@names) n
    JOIN marks m ON m.lead = l.value AND m.mark = n.value WHERE true ON CONFLICT DO NOTHING`;
  run(
    'batches.before',
    `INSERT INTO batch_marks (batch, lead, mark, item, before)
     SELECT @batch, m.lead, m.mark, m.item, m.value ${rows}`,
  );
  const set = setMarks(store, leads, given);
  run('batches.after', `UPDATE batch_marks AS b SET after = ${now} WHERE ${ofPart}`);
  run(
    'batches.added',
    `INSERT INTO batch_marks (batch, lead, mark, item, after)
     SELECT @batch, m.lead, m.mark, m.item, m.value ${rows}`,
  );
  run('batches.same', `DELETE FROM batch_marks AS b WHERE ${ofPart} AND before IS after`);
  return set;
};

/** How many of the leads a batch has changed. */
export const countChanged = (store: Store, batch: number, leads: readonly number[]): number =>
  store
    .prepare<[Part], { leads: number }>(
      'batches.changed',
      `SELECT count(DISTINCT b.lead) AS leads FROM batch_marks b WHERE ${ofPart}`,
    )
    .get({ batch, leads: JSON.stringify(leads) })?.leads ?? 0;

/** The next leads that a batch has changed, at most so many. */
export const changedLeads = (store: Store, batch: number, most: number): readonly number[] =>
  store
    .prepare<[number, number], { lead: number }>(
      'batches.leads',
      'SELECT DISTINCT lead FROM batch_marks WHERE batch = ? ORDER BY lead LIMIT ?',
    )
    .all(batch, most)
    .map(({ lead }) => lead);

/** Forgets what a batch did to these leads. */
export const forgetPart = (store: Store, batch: number, leads: readonly number[]): void => {
  store
    .prepare<[Part]>('batches.forgetPart', `DELETE FROM batch_marks AS b WHERE ${ofPart}`)
    .run({ batch, leads: JSON.stringify(leads) });
};

/** Those of the leads that a batch archived. */
export const archivedBy = (
  store: Store,
  batch: number,
  leads: readonly number[],
): readonly number[] =>
  store
    .prepare<[Part], { lead: number }>(
      'batches.archived',
      `SELECT b.lead FROM batch_marks b WHERE ${ofPart} AND b.mark = 'archived' AND b.before IS NULL`,
    )
    .all({ batch, leads: JSON.stringify(leads) })
    .map(({ lead }) => lead);

export type TakenBack = {
  /** Leads that are as they were. */
  readonly restored: number;
  /** Leads of which something has been changed since, which stays. */
  readonly changed: number;
  /** The marks that may be others now. */
  readonly names: readonly MarkName[];
};

/** Has leads as they were before a batch, and forgets what it did to them; in the caller's transaction. */
export const takeBack = (store: Store, batch: number, leads: readonly number[]): TakenBack => {
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
  const isAsLeft = `b.news = 0 AND ${now} IS b.after`;
  const changed =
    store
      .prepare<[Part], { leads: number }>(
        'batches.changedSince',
        `SELECT count(DISTINCT b.lead) AS leads FROM batch_marks b
         WHERE ${ofPart} AND NOT (${isAsLeft})`,
      )
      .get(part)?.leads ?? 0;
  run('batches.keep', `DELETE FROM batch_marks AS b WHERE ${ofPart} AND NOT (${isAsLeft})`);
  run(
    'batches.unset',
    `DELETE FROM marks WHERE (lead, mark, item) IN (SELECT b.lead, b.mark, b.item
       FROM batch_marks b WHERE ${ofPart} AND b.before IS NULL)`,
  );
  run(
    'batches.reset',
    `INSERT INTO marks (lead, mark, item, value) SELECT b.lead, b.mark, b.item, b.before
     FROM batch_marks b WHERE ${ofPart} AND b.before IS NOT NULL
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  );
  forgetPart(store, batch, leads);
  return { restored: all - changed, changed, names };
};
