/**
 * The professional's marks, one entry for each: how to set it on many leads, how to merge it when
 * two leads become one, and its column in `inbox`. Marks are rows of the table `marks` (lead, mark,
 * item, value): a flag has no value, a mark with several values has an `item` for each. So a new
 * mark needs no migration. Code that sets marks refreshes the inbox rows in the same transaction.
 */
import { compareNames } from '../../../contract/compare-names.ts';
import {
  jobStatus,
  shownMarkNames,
  type FlagName,
  type MarkName,
  type Marks,
  type ShownMarkName,
  type ShownMarks,
} from '../../../contract/marks.ts';
import { maxTags } from '../../../contract/limits.ts';
import type { Store } from '../platform/store/store.ts';
import {
  readCustomerActivityAt,
  selectLastCustomerActivity,
  selectLastCustomerMessage,
  markRead,
  markUnread,
  mergeRead,
} from './read-mark.ts';
import { readStored, readStoredTexts, readStoredPerson } from '../platform/store/stored.ts';

export type Merged = {
  readonly from: number;
  readonly to: number;
  /** UTC milliseconds up to which the customer activity of both has been read. */
  readonly readAt: number;
  /** True if the customer wrote messages that the lead `from` lacks. */
  readonly hasNews: boolean;
};

type Mark<Value> = {
  readonly set: (store: Store, leads: readonly number[], value: Value) => void;
  /** Merges the mark into the lead `to`; the rows of `from` are deleted later. */
  readonly merge: (store: Store, merged: Merged) => void;
};

type ShownMark<Value> = {
  /** SQL of the column in `inbox`, about the lead `l.lead`. */
  readonly inbox: string;
  /** Converts the column for the contract. */
  readonly fromColumn: (value: unknown) => Value;
};

/** Marks that end when the customer writes something that was not known when they were set. */
const untilNews = ['archived', 'noReplyNeeded', 'snoozedUntil', 'jobClosed'] as const;
type UntilNews = (typeof untilNews)[number];
/** Set with a status that ends the job. */
const jobClosed = 'jobClosed' satisfies UntilNews;
/**
 * SQL: a mark ends with news. For IN, SQLite would fill a table with the names at each execution; the
 * plus keeps it from changing OR into IN.
 */
const endsWithNews = (mark: string): string =>
  `(${untilNews.map((name) => `+${mark} = '${name}'`).join(' OR ')})`;

/** SQL: the columns `known_at` and `known_message` of a mark that is set now; NULL for other marks. */
export const selectKnownNow = (lead: string, mark: string): string => {
  const at = selectLastCustomerActivity(lead);
  return [at, selectLastCustomerMessage(lead, at)]
    .map((column) => `CASE WHEN ${endsWithNews(mark)} THEN ${column} END`)
    .join();
};

const unset = (store: Store, leads: readonly number[], name: MarkName | UntilNews): void => {
  store
    .prepare<[string, string]>(
      'DELETE FROM marks WHERE mark = ? AND lead IN (SELECT value FROM json_each(?))',
    )
    .run(name, JSON.stringify(leads));
};

/** Sets a mark without items; null removes it. */
const setValue = (
  store: Store,
  leads: readonly number[],
  name: MarkName | UntilNews,
  value: string | number | null,
): void => {
  if (value === null) return unset(store, leads, name);
  store
    .prepare<[string | number, string]>(
      `INSERT INTO marks (lead, mark, value, known_at, known_message)
       SELECT j.value, '${name}', ${typeof value === 'number' ? 'CAST(? AS INTEGER)' : '?'},
         ${selectKnownNow('j.value', `'${name}'`)}
       FROM json_each(?) j WHERE true
       ON CONFLICT DO UPDATE SET value = excluded.value, known_at = excluded.known_at,
         known_message = excluded.known_message WHERE value <> excluded.value`,
    )
    .run(value, JSON.stringify(leads));
};

/** Copies the values that `to` lacks. */
const copyMark =
  (name: MarkName): Mark<never>['merge'] =>
  (store, { from, to }) => {
    store
      .prepare<[number, number, string]>(
        `INSERT INTO marks (lead, mark, item, value, person)
         SELECT ?, mark, item, value, person FROM marks WHERE lead = ? AND mark = ?
         ON CONFLICT DO NOTHING`,
      )
      .run(to, from, name);
  };

/** Copies a mark unless the customer wrote messages that `from` lacks. Times differ between the leads. */
const copyUntilNews =
  (name: UntilNews): Mark<never>['merge'] =>
  (store, { from, to, hasNews }) => {
    if (hasNews) return;
    store
      .prepare<[{ readonly from: number; readonly to: number; readonly name: string }]>(
        `INSERT INTO marks (lead, mark, value, person, known_at, known_message)
         SELECT @to, mark, value, person, ${selectKnownNow('@to', 'mark')} FROM marks WHERE lead = @from AND mark = @name
         ON CONFLICT DO NOTHING`,
      )
      .run({ from, to, name });
  };

const createFlag = (name: FlagName): Mark<boolean> & ShownMark<boolean> => ({
  set: (store, leads, value) => setValue(store, leads, name, value ? 1 : null),
  merge: copyMark(name),
  inbox: `EXISTS (SELECT 1 FROM marks WHERE lead = l.lead AND mark = '${name}')`,
  fromColumn: (value) => value === 1,
});

const createFlagUntilNews = (name: FlagName & UntilNews): Mark<boolean> & ShownMark<boolean> => ({
  ...createFlag(name),
  merge: copyUntilNews(name),
});

const selectValue = (name: MarkName): string =>
  `(SELECT value FROM marks WHERE lead = l.lead AND mark = '${name}')`;

/** SQL: the job of `l.lead` is closed. */
export const isJobClosed = `EXISTS (SELECT 1 FROM marks WHERE lead = l.lead AND mark = '${jobClosed}')`;

/** Names of the rows that setting these marks can change. */
export const listRowsOfMarks = (names: readonly string[]): readonly string[] =>
  names.includes('jobStatus') ? [...names, jobClosed] : names;

export const isJobOver = (value: Marks['jobStatus']): boolean =>
  value?.status === 'done' || value?.status === 'not_hired';

const marks: { readonly [M in MarkName]: Mark<Marks[M]> } & {
  readonly [M in ShownMarkName]: ShownMark<ShownMarks[M]>;
} = {
  read: {
    set: (store, leads, value) => (value ? markRead : markUnread)(store, leads),
    merge: mergeRead,
  },
  starred: createFlag('starred'),
  archived: createFlagUntilNews('archived'),
  noReplyNeeded: createFlagUntilNews('noReplyNeeded'),
  snoozedUntil: {
    set: (store, leads, value) => setValue(store, leads, 'snoozedUntil', value),
    merge: copyUntilNews('snoozedUntil'),
    inbox: selectValue('snoozedUntil'),
    fromColumn: (value) => (typeof value === 'number' ? value : null),
  },
  jobStatus: {
    set: (store, leads, value) => {
      setValue(store, leads, 'jobStatus', value && JSON.stringify(value));
      setValue(store, leads, jobClosed, isJobOver(value) ? 1 : null);
    },
    merge: (store, merged) => {
      copyMark('jobStatus')(store, merged);
      copyUntilNews(jobClosed)(store, merged);
    },
    inbox: selectValue('jobStatus'),
    // Null for a status of a newer version.
    fromColumn: (value) => readStored(jobStatus, value),
  },
  /** Each value is an item. */
  tags: {
    set: (store, leads, { add, remove }) => {
      const on = JSON.stringify(leads);
      for (const item of remove)
        store
          .prepare<[string, string]>(
            `DELETE FROM marks WHERE mark = 'tags' AND item = ?
               AND lead IN (SELECT value FROM json_each(?))`,
          )
          .run(item, on);
      for (const item of add)
        store
          .prepare<[string, string, number]>(
            `INSERT INTO marks (lead, mark, item, value) SELECT j.value, 'tags', ?, 1 FROM json_each(?) j
             WHERE (SELECT count(*) FROM marks WHERE lead = j.value AND mark = 'tags') < ?
             ON CONFLICT DO NOTHING`,
          )
          .run(item, on, maxTags);
    },
    merge: copyMark('tags'),
    inbox: `(SELECT nullif(json_group_array(item), '[]') FROM marks
      WHERE lead = l.lead AND mark = 'tags')`,
    fromColumn: (value) => readStoredTexts(value).toSorted(compareNames),
  },
  assignee: {
    set: (store, leads, value) => setValue(store, leads, 'assignee', value),
    merge: copyMark('assignee'),
    inbox: selectValue('assignee'),
    fromColumn: readStoredPerson,
  },
};

const settable: { readonly [M in MarkName]: Mark<Marks[M]> } = marks;
const names = Object.keys(marks) as readonly MarkName[];

/** Sets marks on leads; returns their names. Absent marks keep their value. */
export const setMarks = (
  store: Store,
  leads: readonly number[],
  values: { readonly [M in MarkName]?: Marks[M] | undefined },
): readonly MarkName[] => {
  const set = <M extends MarkName>(name: M): boolean => {
    const value = values[name];
    const mark: Mark<Marks[M]> = settable[name];
    if (value !== undefined) mark.set(store, leads, value);
    return value !== undefined;
  };
  return names.filter(set);
};

/** A mark as a member of the team set it; a null value removes it. */
export type SharedMark = {
  readonly lead: number;
  readonly mark: Exclude<MarkName, 'read'> | typeof jobClosed;
  readonly item: string;
  readonly value: string | number | null;
  /** '' for a rule. */
  readonly person: string;
  readonly knownAt: number | null;
  readonly knownMessage: string | null;
};

export const putMark = (store: Store, mark: SharedMark): void => {
  const sql =
    mark.value === null
      ? 'DELETE FROM marks WHERE lead = @lead AND mark = @mark AND item = @item'
      : `INSERT INTO marks (lead, mark, item, value, person, known_at, known_message)
         VALUES (@lead, @mark, @item, ${typeof mark.value === 'number' ? 'CAST(@value AS INTEGER)' : '@value'},
           @person, @knownAt, @knownMessage)
         ON CONFLICT DO UPDATE SET value = excluded.value, person = excluded.person,
           known_at = excluded.known_at, known_message = excluded.known_message`;
  store.prepare<[SharedMark]>(sql).run(mark);
};

type LastMessage = { readonly at: number; readonly message: string };

type StoredMark = Pick<SharedMark, 'value' | 'knownAt' | 'knownMessage'> & {
  readonly person: string | null;
};

/** A mark with the customer's last message that was known; null if the lead does not have it. */
export const findMark = (
  store: Store,
  { lead, mark, item }: Pick<SharedMark, 'lead' | 'item'> & { readonly mark: string },
): StoredMark | null =>
  store
    .prepare<[number, string, string], StoredMark>(
      `SELECT value, person, known_at AS knownAt, known_message AS knownMessage FROM marks
       WHERE lead = ? AND mark = ? AND item = ?`,
    )
    .get(lead, mark, item) ?? null;

/** The customer's last stored message, or the request. */
export const findLastMessageOrRequest = (store: Store, lead: number): LastMessage => {
  const at = selectLastCustomerActivity('@lead');
  return (
    store
      .prepare<[{ readonly lead: number }], LastMessage>(
        `SELECT ${at} AS at, ${selectLastCustomerMessage('@lead', at)} AS message`,
      )
      .get({ lead }) ?? { at: 0, message: '' }
  );
};

/** The latest message of a lead's customer by the service's time, then id; null for none. */
export const findLatestMessage = (store: Store, lead: number): LastMessage | null =>
  store
    .prepare<[number], LastMessage>(
      `SELECT sent_at AS at, ifnull(message_id, '') AS message FROM messages
       WHERE lead = ? AND side = 'customer' ORDER BY sent_at DESC, message_id DESC LIMIT 1`,
    )
    .get(lead) ?? null;

const selectMarkUntilNews = `
SELECT 1 FROM marks WHERE lead = @lead AND ${endsWithNews('mark')}
UNION ALL SELECT 1 FROM batch_marks WHERE lead = @lead AND ${endsWithNews('mark')} LIMIT 1`;

/** True if a lead has a mark that ends when the customer writes, or an undo could restore one. */
export const hasMarkUntilNews = (store: Store, lead: number): boolean =>
  store.prepare<[{ readonly lead: number }]>(selectMarkUntilNews).get({ lead }) !== undefined;

type CustomerMessage = {
  readonly lead: number;
  readonly sentAt: number;
  readonly messageID: string;
};

/** SQL: a mark that ends with news, set without knowing this message. */
const isOutdated = `lead = @lead AND ${endsWithNews('mark')}
  AND (ifnull(known_at, 0), ifnull(known_message, '')) < (@sentAt, @messageID)`;

const endOutdated = (store: Store, message: CustomerMessage): void => {
  store.prepare<[CustomerMessage]>(`DELETE FROM marks WHERE ${isOutdated}`).run(message);
};

/**
 * Ends the marks that were set without knowing a stored message of the customer. If it is their latest, undo restores
 * no mark that ends with news.
 */
export const endAtNews = (store: Store, message: CustomerMessage): void => {
  endOutdated(store, message);
  if (message.sentAt < readCustomerActivityAt(store, message.lead)) return;
  store
    .prepare<[number]>(`UPDATE batch_marks SET news = 1 WHERE lead = ? AND ${endsWithNews('mark')}`)
    .run(message.lead);
};

/**
 * Handles a customer message that was downloaded late: marks of the person here stay. Marks that colleagues set
 * without knowing it end, because to them it may have been news.
 */
export const handleOldMessage = (store: Store, message: CustomerMessage): void => {
  store.changeAs('person', () =>
    store
      .prepare<[CustomerMessage]>(
        `UPDATE marks SET known_at = @sentAt, known_message = @messageID
         WHERE ${isOutdated} AND (person IS NULL OR person = (SELECT person FROM team_cursor))`,
      )
      .run(message),
  );
  endOutdated(store, message);
};

export const mergeMarks = (store: Store, merged: Merged): void => {
  for (const name of names) marks[name].merge(store, merged);
};

/** SQL of the columns in `inbox`, about the lead `l.lead`. */
export const inboxMarks: readonly { readonly name: ShownMarkName; readonly sql: string }[] =
  shownMarkNames.map((name) => ({ name, sql: marks[name].inbox }));

/** Marks that affect only their own column. */
export const independentMarks: readonly ShownMarkName[] = ['starred', 'tags'];

/** Converts the marks of a row for the window. */
export const toShownMarks = (row: { readonly [M in ShownMarkName]: unknown }): ShownMarks =>
  Object.fromEntries(
    shownMarkNames.map((name) => [name, marks[name].fromColumn(row[name])]),
  ) as ShownMarks;
