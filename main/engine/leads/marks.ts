/**
 * The professional's marks on leads, each one entry: how it is set on many leads at once, what becomes
 * of it when two leads become one, and what `inbox` holds of it, which is what views and searches ask
 * for. All are rows of the table `marks` (lead, mark, item, value): a flag is a row or none, a mark with
 * a value (a time, a status) is that row's, and one that a lead can have several of names each in
 * `item`. So the rows go with their lead, into backups and through repairs whatever the mark, and a
 * new one needs no migration. No resync touches them.
 *
 * Whoever sets marks refreshes the inbox rows of the leads, in the same transaction.
 */
import {
  jobStatus,
  shownMarkNames,
  type FlagName,
  type MarkName,
  type Marks,
  type ShownMarkName,
  type ShownMarks,
} from '../../../contract/marks.ts';
import { mostTags } from '../../../contract/limits.ts';
import type { Store } from '../platform/store/store.ts';
import { markRead, markUnread, mergeRead } from './read-mark.ts';
import { readStored, readStoredList } from '../platform/store/stored.ts';
import { z } from 'zod';

/** Two leads that become one. */
export type Merged = {
  readonly from: number;
  readonly to: number;
  /** Up to when what the customer did there has been read: UTC milliseconds. */
  readonly readAt: number;
  /** The customer has written what the lead `from` never heard of. */
  readonly hasNews: boolean;
};

type Mark<Value> = {
  readonly set: (store: Store, leads: readonly number[], value: Value) => void;
  /** Lets the lead `to` have what it should of both; what is left of `from` goes with that lead. */
  readonly merge: (store: Store, merged: Merged) => void;
};

type ShownMark<Value> = {
  /** The column of `inbox`, in SQL about the lead `l.lead`. */
  readonly inbox: string;
  /** That column's value as the window sees it. */
  readonly shown: (value: unknown) => Value;
};

/** The lead `to` keeps what it has of the mark, and has what else `from` has of it. */
const takeOver =
  (name: MarkName | typeof jobClosed): Mark<never>['merge'] =>
  (store, { from, to }) => {
    store
      .prepare<[number, number, string]>(
        'marks.merge',
        `INSERT INTO marks (lead, mark, item, value)
         SELECT ?, mark, item, value FROM marks WHERE lead = ? AND mark = ?
         ON CONFLICT DO NOTHING`,
      )
      .run(to, from, name);
  };

/** A mark that is there or not. */
const flag = (name: FlagName): Mark<boolean> & ShownMark<boolean> => ({
  set: (store, leads, value) => {
    const given = { name, leads: JSON.stringify(leads) };
    store
      .prepare<[typeof given]>(
        value ? 'marks.set' : 'marks.unset',
        value
          ? `INSERT INTO marks (lead, mark, value) SELECT value, @name, 1 FROM json_each(@leads)
             WHERE true ON CONFLICT DO NOTHING`
          : 'DELETE FROM marks WHERE mark = @name AND lead IN (SELECT value FROM json_each(@leads))',
      )
      .run(given);
  },
  merge: takeOver(name),
  inbox: `EXISTS (SELECT 1 FROM marks WHERE lead = l.lead AND mark = '${name}')`,
  shown: (value) => value === 1,
});

/** A mark that is there until the customer writes: where the two leads differ in that, it is not taken over. */
const flagUntilNews = (name: FlagName): Mark<boolean> & ShownMark<boolean> => {
  const plain = flag(name);
  return {
    ...plain,
    merge: (store, merged) => {
      if (!merged.hasNews) plain.merge(store, merged);
    },
  };
};

/** Kept beside a status that ends the job, until the customer writes: the lead needs no reply. */
const jobClosed = 'jobClosed';
/** Whether the lead `l.lead` has it, in SQL. */
export const isJobClosed = `EXISTS (SELECT 1 FROM marks WHERE lead = l.lead AND mark = '${jobClosed}')`;

const setJobClosed = (store: Store, leads: readonly number[], isClosed: boolean): void => {
  store
    .prepare<[string]>(
      isClosed ? 'marks.closeJob' : 'marks.reopenJob',
      isClosed
        ? `INSERT INTO marks (lead, mark, value) SELECT value, '${jobClosed}', 1 FROM json_each(?)
           WHERE true ON CONFLICT DO NOTHING`
        : `DELETE FROM marks WHERE mark = '${jobClosed}' AND lead IN (SELECT value FROM json_each(?))`,
    )
    .run(JSON.stringify(leads));
};

/** The rows of `marks` that setting these marks can change. */
export const rowsOfMarks = (names: readonly string[]): readonly string[] =>
  names.includes('jobStatus') ? [...names, jobClosed] : names;

/** One value, which JSON can hold; null is none. */
const jobStatusMark: Mark<Marks['jobStatus']> & ShownMark<ShownMarks['jobStatus']> = {
  set: (store, leads, value) => {
    const given = { leads: JSON.stringify(leads), value: JSON.stringify(value) };
    store
      .prepare<[typeof given]>(
        value === null ? 'marks.noJobStatus' : 'marks.jobStatus',
        value === null
          ? `DELETE FROM marks WHERE mark = 'jobStatus' AND lead IN (SELECT value FROM json_each(@leads))`
          : `INSERT INTO marks (lead, mark, value) SELECT value, 'jobStatus', @value
             FROM json_each(@leads)
             WHERE true ON CONFLICT DO UPDATE SET value = excluded.value`,
      )
      .run(given);
    setJobClosed(store, leads, value?.status === 'done' || value?.status === 'not_hired');
  },
  merge: (store, merged) => {
    takeOver('jobStatus')(store, merged);
    if (!merged.hasNews) takeOver(jobClosed)(store, merged);
  },
  inbox: "(SELECT value FROM marks WHERE lead = l.lead AND mark = 'jobStatus')",
  // A status of a newer version of the app is none that this one could show.
  shown: (value) => readStored(jobStatus, value),
};

/** A moment; null is none. */
const snoozeMark: Mark<Marks['snoozedUntil']> & ShownMark<ShownMarks['snoozedUntil']> = {
  set: (store, leads, value) => {
    const on = JSON.stringify(leads);
    if (value === null)
      store
        .prepare<[string]>(
          'marks.awake',
          `DELETE FROM marks WHERE mark = 'snoozedUntil'
             AND lead IN (SELECT value FROM json_each(?))`,
        )
        .run(on);
    else
      store
        .prepare<[number, string]>(
          'marks.snooze',
          `INSERT INTO marks (lead, mark, value)
           SELECT j.value, 'snoozedUntil', CAST(? AS INTEGER) FROM json_each(?) j
           WHERE true ON CONFLICT DO UPDATE SET value = excluded.value`,
        )
        .run(value, on);
  },
  merge: (store, merged) => {
    if (!merged.hasNews) takeOver('snoozedUntil')(store, merged);
  },
  inbox: "(SELECT value FROM marks WHERE lead = l.lead AND mark = 'snoozedUntil')",
  shown: (value) => (typeof value === 'number' ? value : null),
};

/** Several, each an item. */
const tagsMark: Mark<Marks['tags']> & ShownMark<ShownMarks['tags']> = {
  set: (store, leads, { add, remove }) => {
    const on = JSON.stringify(leads);
    for (const item of remove)
      store
        .prepare<[string, string]>(
          'marks.untag',
          `DELETE FROM marks WHERE mark = 'tags' AND item = ?
             AND lead IN (SELECT value FROM json_each(?))`,
        )
        .run(item, on);
    for (const item of add)
      store
        .prepare<[string, string, number]>(
          'marks.tag',
          `INSERT INTO marks (lead, mark, item, value) SELECT j.value, 'tags', ?, 1 FROM json_each(?) j
           WHERE (SELECT count(*) FROM marks WHERE lead = j.value AND mark = 'tags') < ?
           ON CONFLICT DO NOTHING`,
        )
        .run(item, on, mostTags);
  },
  merge: takeOver('tags'),
  inbox: `(SELECT nullif(json_group_array(item), '[]') FROM marks
    WHERE lead = l.lead AND mark = 'tags')`,
  shown: (value) => readStoredList(z.string(), value).toSorted((a, b) => a.localeCompare(b)),
};

/** The marks that end when the customer writes. */
const untilNews = [
  'archived',
  'noReplyNeeded',
  'snoozedUntil',
] as const satisfies readonly MarkName[];
const inUntilNews = `mark IN (${[...untilNews, jobClosed].map((name) => `'${name}'`).join(', ')})`;

const marks: { readonly [M in MarkName]: Mark<Marks[M]> } & {
  readonly [M in ShownMarkName]: ShownMark<ShownMarks[M]>;
} = {
  read: {
    set: (store, leads, value) => (value ? markRead : markUnread)(store, leads),
    merge: mergeRead,
  },
  starred: flag('starred'),
  archived: flagUntilNews('archived'),
  noReplyNeeded: flagUntilNews('noReplyNeeded'),
  snoozedUntil: snoozeMark,
  jobStatus: jobStatusMark,
  tags: tagsMark,
};

/** As they are set and merged, by their names. */
const kept: { readonly [M in MarkName]: Mark<Marks[M]> } = marks;
const names = Object.keys(marks) as readonly MarkName[];

/** Sets the given marks on all of these leads, and says which those are; what is not given stays as it is. */
export const setMarks = (
  store: Store,
  leads: readonly number[],
  given: { readonly [M in MarkName]?: Marks[M] | undefined },
): readonly MarkName[] => {
  const set = <M extends MarkName>(name: M): boolean => {
    const value = given[name];
    const mark: Mark<Marks[M]> = kept[name];
    if (value !== undefined) mark.set(store, leads, value);
    return value !== undefined;
  };
  return names.filter(set);
};

/** Whether a lead has a mark that ends when its customer writes, or one that could be taken back to it. */
export const waitsForNews = (store: Store, lead: number): boolean =>
  store
    .prepare<[{ readonly lead: number }]>(
      'marks.waitsForNews',
      `SELECT 1 FROM marks WHERE lead = @lead AND ${inUntilNews}
       UNION ALL SELECT 1 FROM batch_marks WHERE lead = @lead AND ${inUntilNews} LIMIT 1`,
    )
    .get({ lead }) !== undefined;

/** The customer has written: the marks end that last until then. */
export const endUntilNews = (store: Store, lead: number): void => {
  store
    .prepare<[number]>('marks.endUntilNews', `DELETE FROM marks WHERE lead = ? AND ${inUntilNews}`)
    .run(lead);
  store
    .prepare<[number]>(
      'batches.news',
      `UPDATE batch_marks SET news = 1 WHERE lead = ? AND ${inUntilNews}`,
    )
    .run(lead);
};

/** Brings the marks of two leads that become one together. */
export const mergeMarks = (store: Store, merged: Merged): void => {
  for (const name of names) marks[name].merge(store, merged);
};

/** The columns of `inbox` that say what is marked: name, and SQL about the lead `l.lead`. */
export const inboxMarks: readonly { readonly name: ShownMarkName; readonly sql: string }[] =
  shownMarkNames.map((name) => ({ name, sql: marks[name].inbox }));

/** The marks from which nothing follows but what is shown of them. */
export const marksOnTheirOwn: readonly ShownMarkName[] = ['starred', 'tags'];

/** What those columns say, as the window sees it. */
export const shownMarksOf = (row: { readonly [M in ShownMarkName]: unknown }): ShownMarks => ({
  starred: marks.starred.shown(row.starred),
  archived: marks.archived.shown(row.archived),
  noReplyNeeded: marks.noReplyNeeded.shown(row.noReplyNeeded),
  snoozedUntil: marks.snoozedUntil.shown(row.snoozedUntil),
  jobStatus: marks.jobStatus.shown(row.jobStatus),
  tags: marks.tags.shown(row.tags),
});
