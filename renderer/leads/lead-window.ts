/**
 * Merges the engine's responses into the loaded part of a list: all rows between two places, in order. Places
 * compare as text, the upper one being smaller.
 */
import type { CommandOutput } from '../../contract/commands.ts';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import { keepUnchanged } from '../platform/unchanged.ts';

type Page = CommandOutput<'leads.list'>;
type Within = CommandOutput<'leads.within'>;

export type Held = {
  readonly rows: readonly ListedLead[];
  /** Number of rows above the first one. */
  readonly position: number;
  /** Number of rows in the list; null for a search. */
  readonly total: number | null;
  /** The length of each part; empty if the list has none. */
  readonly parts: Page['parts'];
  /** The first place; null at the top of the list. */
  readonly from: string | null;
  /** The last place; null at the end of the list. A search's can be beyond its last row. */
  readonly to: string | null;
};

const idsOf = (rows: readonly ListedLead[]): ReadonlySet<LeadID> =>
  new Set(rows.map(({ leadID }) => leadID));

const inOrder = (one: ListedLead, other: ListedLead): number =>
  one.place < other.place ? -1 : one.place > other.place ? 1 : 0;

const keepingSame = (
  old: readonly ListedLead[],
  fresh: readonly ListedLead[],
): readonly ListedLead[] => keepUnchanged(old, fresh, ({ leadID }) => leadID);

/** The content of a page that begins at `position`, with the unchanged row objects of `before`. */
export const heldOf = (page: Page, position: number, before: Held | null): Held => ({
  rows: keepingSame(before?.rows ?? [], page.leads),
  position,
  total: page.total,
  parts: page.parts,
  from: position === 0 ? null : (page.leads[0]?.place ?? null),
  to: page.next,
});

/** Adds the page that begins at the last place. */
export const withBelow = (held: Held, page: Page): Held => {
  const fresh = idsOf(page.leads);
  return {
    ...held,
    rows: [
      ...held.rows.filter(({ leadID }) => !fresh.has(leadID)),
      ...keepingSame(held.rows, page.leads),
    ],
    total: page.total,
    parts: page.parts,
    to: page.next,
  };
};

/** Adds the page of at most `limit` rows that ends above the first place. */
export const withAbove = (held: Held, page: Page, limit: number): Held => {
  const fresh = idsOf(page.leads);
  const isTop = page.leads.length < limit;
  return {
    ...held,
    rows: [...page.leads, ...held.rows.filter(({ leadID }) => !fresh.has(leadID))],
    position: isTop ? 0 : Math.max(0, held.position - page.leads.length),
    total: page.total,
    parts: page.parts,
    from: isTop ? null : (page.leads[0]?.place ?? held.from),
  };
};

/** Updates changed leads; those that are not in the answer have left this part. */
export const withChanged = (
  held: Held,
  changed: ReadonlySet<LeadID>,
  { leads, position, total, parts }: Within,
): Held => ({
  ...held,
  rows: [
    ...held.rows.filter(({ leadID }) => !changed.has(leadID)),
    ...keepingSame(held.rows, leads),
  ].sort(inOrder),
  position,
  total,
  parts,
});

/** Updates a search's first page and the changed leads below, which keep their unknown order. */
export const withFirstPage = (
  held: Held,
  page: Page,
  changed: ReadonlySet<LeadID>,
  present: readonly ListedLead[],
): Held => {
  const top = heldOf(page, 0, held);
  if (top.to === null) return top;
  const end = top.to;
  const fresh = idsOf(top.rows);
  const now = new Map(present.map((row) => [row.leadID, row]));
  const below = held.rows
    .filter(({ leadID, place }) => !fresh.has(leadID) && place > end)
    .flatMap((row) => {
      if (!changed.has(row.leadID)) return row;
      const found = now.get(row.leadID);
      return found === undefined ? [] : { ...found, place: row.place };
    });
  const reached = held.to === null || held.to > end ? held.to : end;
  return { ...top, rows: [...top.rows, ...keepingSame(held.rows, below)], to: reached };
};

/** Drops rows further than `margin` from the range `first` to `last`. */
export const trimmed = (held: Held, first: number, last: number, margin: number): Held => {
  const start = Math.max(0, first - margin - held.position);
  const end = Math.min(held.rows.length, last + 1 + margin - held.position);
  if (start >= end || (start === 0 && end === held.rows.length)) return held;
  const rows = held.rows.slice(start, end);
  return {
    ...held,
    rows,
    position: held.position + start,
    from: start === 0 ? held.from : (rows[0]?.place ?? held.from),
    to: end === held.rows.length ? held.to : (rows.at(-1)?.place ?? held.to),
  };
};

export const holds = ({ from, to }: Held, place: string): boolean =>
  (from === null || place >= from) && (to === null || place <= to);

/** Inserts a row at its place. */
export const withRow = (
  rows: readonly ListedLead[],
  row: ListedLead | null,
): readonly ListedLead[] => {
  if (row === null) return rows;
  const index = rows.findIndex(({ place }) => place > row.place);
  return rows.toSpliced(index < 0 ? rows.length : index, 0, row);
};

/** The index of the part that contains the row at that position. */
export const partAt = (parts: Held['parts'], position: number): number => {
  let end = 0;
  const index = parts.findIndex(({ length }) => position < (end += length));
  return index < 0 ? Math.max(0, parts.length - 1) : index;
};

/** The parts, with one more row in one of them. */
export const withOneMore = (parts: Held['parts'], part: number): Held['parts'] =>
  parts.map((each, index) => (index === part ? { ...each, length: each.length + 1 } : each));
