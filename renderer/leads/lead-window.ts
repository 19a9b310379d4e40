/**
 * The part of a list that the window holds: the rows between two places of it, all of them and in
 * order, and where they stand in the whole. What comes from the engine is laid into it here; nothing
 * here asks for anything. Places compare as text: what stands further up has the smaller one.
 */
import type { CommandOutput } from '../../contract/commands.ts';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import { keepUnchanged } from '../platform/unchanged.ts';

type Page = CommandOutput<'leads.list'>;
type Within = CommandOutput<'leads.within'>;

export type Held = {
  readonly rows: readonly ListedLead[];
  /** How many rows of the list stand above the first one held. */
  readonly position: number;
  /** How many rows the list has; null where that is not known (a search). */
  readonly total: number | null;
  /** How many rows each part of the list has, in its order; none where the list has no parts. */
  readonly parts: Page['parts'];
  /** Where the part begins; null at the top of the list. */
  readonly from: string | null;
  /** The last place of the part; null at the end of the list. */
  readonly to: string | null;
};

/** A page of a search can end above what it has looked at already. */
const bottomOf = ({ next }: Page): string | null => next;

const idsOf = (rows: readonly ListedLead[]): ReadonlySet<LeadID> =>
  new Set(rows.map(({ leadID }) => leadID));

const inOrder = (one: ListedLead, other: ListedLead): number =>
  one.place < other.place ? -1 : one.place > other.place ? 1 : 0;

const keepingSame = (
  old: readonly ListedLead[],
  fresh: readonly ListedLead[],
): readonly ListedLead[] => keepUnchanged(old, fresh, ({ leadID }) => leadID);

/** What a page that begins at `position` holds; rows that `before` held and that say the same stay. */
export const heldOf = (page: Page, position: number, before: Held | null): Held => ({
  rows: keepingSame(before?.rows ?? [], page.leads),
  position,
  total: page.total,
  parts: page.parts,
  from: position === 0 ? null : (page.leads[0]?.place ?? null),
  to: bottomOf(page),
});

/** With a page that begins at the last place held. */
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
    to: bottomOf(page),
  };
};

/** With the page of at most `limit` rows that ends just above the first place held. */
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

/** With some leads as they stand now: those that are not in the answer have left this part. */
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

/**
 * A search with its first page as it is now, and with the leads that changed further down. They keep
 * their places there: only the search knows by what it is ordered.
 */
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

/** Without the rows that are further than `margin` from those between `first` and `last`. */
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

/** Whether a place is between those held. */
export const holds = ({ from, to }: Held, place: string): boolean =>
  (from === null || place >= from) && (to === null || place <= to);

/** The row put where its place is. */
export const withRow = (
  rows: readonly ListedLead[],
  row: ListedLead | null,
): readonly ListedLead[] => {
  if (row === null) return rows;
  const index = rows.findIndex(({ place }) => place > row.place);
  return rows.toSpliced(index < 0 ? rows.length : index, 0, row);
};

/** In which part the row at that position of the list stands. */
export const partAt = (parts: Held['parts'], position: number): number => {
  let end = 0;
  const index = parts.findIndex(({ length }) => position < (end += length));
  return index < 0 ? Math.max(0, parts.length - 1) : index;
};

/** The parts, one of them with a row that has left the list and is shown all the same. */
export const withOneMore = (parts: Held['parts'], part: number): Held['parts'] =>
  parts.map((each, index) => (index === part ? { ...each, length: each.length + 1 } : each));
