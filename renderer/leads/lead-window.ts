/**
 * Merges the engine's responses into the loaded part of a list: all rows between two places, in order. A place
 * is a sort key: the upper row's is smaller, compared as text.
 */
import type { CommandOutput } from '../../contract/commands.ts';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import { keepUnchanged } from '../platform/unchanged.ts';

type Page = CommandOutput<'leads.list'>;
type Within = CommandOutput<'leads.within'>;

/** The loaded part of a list. */
export type LeadWindow = {
  readonly rows: readonly ListedLead[];
  /** Number of rows above the first one. */
  readonly position: number;
  /** Number of rows in the list; null for a search. */
  readonly total: number | null;
  /** The length of each part; empty if the list has none. */
  readonly parts: Page['parts'];
  /** Its first place; null at the top of the list. */
  readonly from: string | null;
  /** Its last place; null at the end of the list. In a search it can be beyond the last row. */
  readonly to: string | null;
};

const collectIDs = (rows: readonly ListedLead[]): ReadonlySet<LeadID> =>
  new Set(rows.map(({ leadID }) => leadID));

const comparePlaces = (one: ListedLead, other: ListedLead): number =>
  one.place < other.place ? -1 : one.place > other.place ? 1 : 0;

const keepUnchangedRows = (
  old: readonly ListedLead[],
  fresh: readonly ListedLead[],
): readonly ListedLead[] => keepUnchanged(old, fresh, ({ leadID }) => leadID);

/** Creates the window of a page that begins at `position`, with the unchanged row objects of `before`. */
export const toWindow = (page: Page, position: number, before: LeadWindow | null): LeadWindow => ({
  rows: keepUnchangedRows(before?.rows ?? [], page.leads),
  position,
  total: page.total,
  parts: page.parts,
  from: position === 0 ? null : (page.leads[0]?.place ?? null),
  to: page.next,
});

/** Adds the page that begins at the last place. */
export const appendPage = (loaded: LeadWindow, page: Page): LeadWindow => {
  const fresh = collectIDs(page.leads);
  return {
    ...loaded,
    rows: [
      ...loaded.rows.filter(({ leadID }) => !fresh.has(leadID)),
      ...keepUnchangedRows(loaded.rows, page.leads),
    ],
    total: page.total,
    parts: page.parts,
    to: page.next,
  };
};

/** Adds the page of at most `limit` rows that ends above the first place. */
export const prependPage = (loaded: LeadWindow, page: Page, limit: number): LeadWindow => {
  const fresh = collectIDs(page.leads);
  const isTop = page.leads.length < limit;
  return {
    ...loaded,
    rows: [...page.leads, ...loaded.rows.filter(({ leadID }) => !fresh.has(leadID))],
    position: isTop ? 0 : Math.max(0, loaded.position - page.leads.length),
    total: page.total,
    parts: page.parts,
    from: isTop ? null : (page.leads[0]?.place ?? loaded.from),
  };
};

/** Merges changed leads; those that are not in the answer have left the window. */
export const mergeChanged = (
  loaded: LeadWindow,
  changed: ReadonlySet<LeadID>,
  { leads, position, total, parts }: Within,
): LeadWindow => ({
  ...loaded,
  rows: [
    ...loaded.rows.filter(({ leadID }) => !changed.has(leadID)),
    ...keepUnchangedRows(loaded.rows, leads),
  ].sort(comparePlaces),
  position,
  total,
  parts,
});

/** Updates a search's first page and the changed leads below it, which keep their places. */
export const mergeFirstPage = (
  loaded: LeadWindow,
  page: Page,
  changed: ReadonlySet<LeadID>,
  present: readonly ListedLead[],
): LeadWindow => {
  const top = toWindow(page, 0, loaded);
  if (top.to === null) return top;
  const end = top.to;
  const fresh = collectIDs(top.rows);
  const presentByID = new Map(present.map((row) => [row.leadID, row]));
  const below = loaded.rows
    .filter(({ leadID, place }) => !fresh.has(leadID) && place > end)
    .flatMap((row) => {
      if (!changed.has(row.leadID)) return row;
      const found = presentByID.get(row.leadID);
      return found === undefined ? [] : { ...found, place: row.place };
    });
  const to = loaded.to === null || loaded.to > end ? loaded.to : end;
  return { ...top, rows: [...top.rows, ...keepUnchangedRows(loaded.rows, below)], to };
};

/** Drops rows further than `margin` from the range `first` to `last`. */
export const trim = (
  loaded: LeadWindow,
  first: number,
  last: number,
  margin: number,
): LeadWindow => {
  const start = Math.max(0, first - margin - loaded.position);
  const end = Math.min(loaded.rows.length, last + 1 + margin - loaded.position);
  if (start >= end || (start === 0 && end === loaded.rows.length)) return loaded;
  const rows = loaded.rows.slice(start, end);
  return {
    ...loaded,
    rows,
    position: loaded.position + start,
    from: start === 0 ? loaded.from : (rows[0]?.place ?? loaded.from),
    to: end === loaded.rows.length ? loaded.to : (rows.at(-1)?.place ?? loaded.to),
  };
};

/** True if a row at that place is in the loaded part. */
export const hasPlace = ({ from, to }: LeadWindow, place: string): boolean =>
  (from === null || place >= from) && (to === null || place <= to);

/** Inserts a row at its place. */
export const insertRow = (
  rows: readonly ListedLead[],
  row: ListedLead | null,
): readonly ListedLead[] => {
  if (row === null) return rows;
  const index = rows.findIndex(({ place }) => place > row.place);
  return rows.toSpliced(index < 0 ? rows.length : index, 0, row);
};

/** Finds the index of the part that contains the row at that position. */
export const findPart = (parts: LeadWindow['parts'], position: number): number => {
  let end = 0;
  const index = parts.findIndex(({ length }) => position < (end += length));
  return index < 0 ? Math.max(0, parts.length - 1) : index;
};

/** Adds a row to the length of one part. */
export const extendPart = (parts: LeadWindow['parts'], part: number): LeadWindow['parts'] =>
  parts.map((each, index) => (index === part ? { ...each, length: each.length + 1 } : each));
