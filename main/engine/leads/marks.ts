/**
 * The professional's marks, one entry for each: how to set it on many leads, how to merge it when
 * two leads become one, and its column in `inbox` for views and searches. Marks are rows of the
 * table `marks` (lead, mark, item, value): a flag is a row without a value, a mark with several
 * values has an `item` for each. So a new mark needs no migration, and backups and repairs
 * contain it. No sync changes them.
 *
 * Code that sets marks refreshes the inbox rows in the same transaction.
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

/** Two leads that are merged. */
export type Merged = {
  readonly from: number;
  readonly to: number;
  /** Time up to which the customer activity of both has been read: UTC milliseconds. */
  readonly readAt: number;
  /** Whether the customer wrote messages that the lead `from` lacks. */
  readonly hasNews: boolean;
};

type Mark<Value> = {
  readonly set: (store: Store, leads: readonly number[], value: Value) => void;
  /** Merges the mark into the lead `to`; remaining rows of `from` are deleted with it. */
  readonly merge: (store: Store, merged: Merged) => void;
};

type ShownMark<Value> = {
  /** The column of `inbox`, in SQL about the lead `l.lead`. */
  readonly inbox: string;
  /** The value of that column in the contract. */
  readonly shown: (value: unknown) => Value;
};

/** Moves the values of `from` that `to` lacks. */
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

/** A mark without a value. */
const flag = (name: FlagName): Mark<boolean> & ShownMark<boolean> => ({
  set: (store, leads, value) => {
    const values = { name, leads: JSON.stringify(leads) };
    store
      .prepare<[typeof values]>(
        value ? 'marks.set' : 'marks.unset',
        value
          ? `INSERT INTO marks (lead, mark, value) SELECT value, @name, 1 FROM json_each(@leads)
             WHERE true ON CONFLICT DO NOTHING`
          : 'DELETE FROM marks WHERE mark = @name AND lead IN (SELECT value FROM json_each(@leads))',
      )
      .run(values);
  },
  merge: takeOver(name),
  inbox: `EXISTS (SELECT 1 FROM marks WHERE lead = l.lead AND mark = '${name}')`,
  shown: (value) => value === 1,
});

/**
 * A flag that ends when the customer writes. It is not merged when one of the leads has newer
 * messages.
 */
const flagUntilNews = (name: FlagName): Mark<boolean> & ShownMark<boolean> => {
  const plain = flag(name);
  return {
    ...plain,
    merge: (store, merged) => {
      if (!merged.hasNews) plain.merge(store, merged);
    },
  };
};

/** Stored with a status that ends the job, until the customer writes: the lead needs no reply. */
const jobClosed = 'jobClosed';
/** SQL: whether the job of `l.lead` is closed. */
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

/** Names of the rows that setting these marks can change. */
export const rowsOfMarks = (names: readonly string[]): readonly string[] =>
  names.includes('jobStatus') ? [...names, jobClosed] : names;

/** A JSON value; null for none. */
const jobStatusMark: Mark<Marks['jobStatus']> & ShownMark<ShownMarks['jobStatus']> = {
  set: (store, leads, value) => {
    const values = { leads: JSON.stringify(leads), value: JSON.stringify(value) };
    store
      .prepare<[typeof values]>(
        value === null ? 'marks.noJobStatus' : 'marks.jobStatus',
        value === null
          ? `DELETE FROM marks WHERE mark = 'jobStatus' AND lead IN (SELECT value FROM json_each(@leads))`
          : `INSERT INTO marks (lead, mark, value) SELECT value, 'jobStatus', @value
             FROM json_each(@leads)
             WHERE true ON CONFLICT DO UPDATE SET value = excluded.value`,
      )
      .run(values);
    setJobClosed(store, leads, value?.status === 'done' || value?.status === 'not_hired');
  },
  merge: (store, merged) => {
    takeOver('jobStatus')(store, merged);
    if (!merged.hasNews) takeOver(jobClosed)(store, merged);
  },
  inbox: "(SELECT value FROM marks WHERE lead = l.lead AND mark = 'jobStatus')",
  // A status that only a newer version knows is not shown.
  shown: (value) => readStored(jobStatus, value),
};

/** A time; null for none. */
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

/** A list; each value is an item. */
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

const kept: { readonly [M in MarkName]: Mark<Marks[M]> } = marks;
const names = Object.keys(marks) as readonly MarkName[];

/** Sets marks on leads and returns the names that were set. Absent marks keep their value. */
export const setMarks = (
  store: Store,
  leads: readonly number[],
  values: { readonly [M in MarkName]?: Marks[M] | undefined },
): readonly MarkName[] => {
  const set = <M extends MarkName>(name: M): boolean => {
    const value = values[name];
    const mark: Mark<Marks[M]> = kept[name];
    if (value !== undefined) mark.set(store, leads, value);
    return value !== undefined;
  };
  return names.filter(set);
};

/**
 * Whether a lead has a mark that ends when the customer writes, or an undo that could restore
 * one.
 */
export const waitsForNews = (store: Store, lead: number): boolean =>
  store
    .prepare<[{ readonly lead: number }]>(
      'marks.waitsForNews',
      `SELECT 1 FROM marks WHERE lead = @lead AND ${inUntilNews}
       UNION ALL SELECT 1 FROM batch_marks WHERE lead = @lead AND ${inUntilNews} LIMIT 1`,
    )
    .get({ lead }) !== undefined;

/** Ends the marks that last until the customer writes. */
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

/** Merges the marks of two leads. */
export const mergeMarks = (store: Store, merged: Merged): void => {
  for (const name of names) marks[name].merge(store, merged);
};

/** The columns of `inbox` for marks: name, and SQL about the lead `l.lead`. */
export const inboxMarks: readonly { readonly name: ShownMarkName; readonly sql: string }[] =
  shownMarkNames.map((name) => ({ name, sql: marks[name].inbox }));

/** Marks that affect nothing but their own column. */
export const marksOnTheirOwn: readonly ShownMarkName[] = ['starred', 'tags'];

/** Reads the mark columns of a row. */
export const shownMarksOf = (row: { readonly [M in ShownMarkName]: unknown }): ShownMarks => ({
  starred: marks.starred.shown(row.starred),
  archived: marks.archived.shown(row.archived),
  noReplyNeeded: marks.noReplyNeeded.shown(row.noReplyNeeded),
  snoozedUntil: marks.snoozedUntil.shown(row.snoozedUntil),
  jobStatus: marks.jobStatus.shown(row.jobStatus),
  tags: marks.tags.shown(row.tags),
});
