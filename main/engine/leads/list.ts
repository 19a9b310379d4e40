/** Pages of a view and positions in it, in the order of indexes. A business's list is merged from its accounts. */
import type { ViewName, ViewPartName } from '../../../contract/views.ts';
import type { Store } from '../platform/store/store.ts';
import type { ServiceBusiness } from './businesses.ts';
import { readLeadCounts } from './counts.ts';
import { views, type Order } from './views.ts';

export type List = {
  readonly view: ViewName;
  readonly business: ServiceBusiness | null;
  /** All leads including archived ones, in the order of the view `all`. */
  readonly isEverywhere?: boolean;
};

/** Sort key and number of a lead. */
export type ListPlace = { readonly at: number; readonly lead: number };

type Value = string | number;
type Condition = { readonly sql: string; readonly values: readonly Value[] };

// The window compares cursors as text: they have equal length, and smaller ones are further up.
const middle = 5_000_000_000_000_000;
const shape = /^(\d{16})\.(\d{16})$/;

/** Encodes a place as a cursor of the contract. */
export const encodePlace = (view: ViewName, { at, lead }: ListPlace): string => {
  const sign = views[view].order.direction === 'DESC' ? -1 : 1;
  return `${middle + sign * at}.${middle + sign * lead}`;
};

/** Null for an invalid cursor. */
export const decodePlace = (view: ViewName, cursor: string): ListPlace | null => {
  const [, at, lead] = shape.exec(cursor) ?? [];
  if (at === undefined || lead === undefined) return null;
  const sign = views[view].order.direction === 'DESC' ? -1 : 1;
  return { at: sign * (Number(at) - middle), lead: sign * (Number(lead) - middle) };
};

/** Decodes the ends of a range, null for those of the list; null for an invalid cursor. */
export const decodeRange = (
  view: ViewName,
  range: { readonly from: string | null; readonly to: string | null },
): { readonly from: ListPlace | null; readonly to: ListPlace | null } | null => {
  const from = range.from === null ? null : decodePlace(view, range.from);
  const to = range.to === null ? null : decodePlace(view, range.to);
  const isValid = (from !== null || range.from === null) && (to !== null || range.to === null);
  return isValid ? { from, to } : null;
};

const signs = {
  above: { ASC: '<', DESC: '>' },
  below: { ASC: '>', DESC: '<' },
} as const;

/** Condition: the lead is above or below a place; `below=` includes the place. */
const buildBound = (
  { by, direction }: Order,
  where: 'above' | 'below' | 'below=',
  { at, lead }: ListPlace,
): Condition => {
  const sign = signs[where === 'above' ? 'above' : 'below'][direction];
  return {
    sql: `(i.${by}, i.lead) ${sign}${where === 'below=' ? '=' : ''} (?, ?)`,
    values: [at, lead],
  };
};

const isAbove = ({ direction }: Order, one: ListPlace, other: ListPlace): boolean => {
  const difference = one.at - other.at || one.lead - other.lead;
  return direction === 'DESC' ? difference > 0 : difference < 0;
};

const joinConditions = (one: Condition, other: Condition | null): Condition =>
  other === null
    ? one
    : { sql: `${one.sql} AND ${other.sql}`, values: [...one.values, ...other.values] };

const accountsOfService = 'SELECT account_id FROM accounts WHERE service = ?';

/** Conditions of the sublists, each in the order of an index; merged, they are the list. */
const listParts = (store: Store, { view, business, isEverywhere }: List): readonly Condition[] => {
  const inViews = (isEverywhere === true ? (['all', 'archived'] as const) : [view]).map(
    (name): Condition => ({ sql: views[name].buildCondition('i.'), values: [] }),
  );
  if (business === null) return inViews;
  return store
    .prepare<[string, string], { account_id: string }>(
      `SELECT account_id FROM counts WHERE account_id IN (${accountsOfService}) AND business_id = ?`,
    )
    .all(business.service, business.businessID)
    .flatMap(({ account_id }) =>
      inViews.map((inView) =>
        joinConditions(inView, {
          sql: 'i.account_id = ? AND i.business_id = ?',
          values: [account_id, business.businessID],
        }),
      ),
    );
};

type Range = {
  readonly bound?: Condition | null;
  /** Reads from the end of the list. */
  readonly isReversed?: boolean;
  readonly limit: number;
  readonly offset?: number;
};

const readPlaces = (
  store: Store,
  list: List,
  { bound, isReversed = false, limit, offset = 0 }: Range,
): readonly ListPlace[] => {
  const { by, direction } = views[list.view].order;
  const sqlDirection = isReversed === (direction === 'ASC') ? 'DESC' : 'ASC';
  const parts = listParts(store, list).map((part) => joinConditions(part, bound ?? null));
  if (parts.length === 0) return [];
  const sql = parts
    .map((part) => `SELECT i.${by} AS at, i.lead AS lead FROM inbox i WHERE ${part.sql}`)
    .join(' UNION ALL ');
  return store
    .prepare<Value[], ListPlace>(
      `${sql} ORDER BY at ${sqlDirection}, lead ${sqlDirection} LIMIT ? OFFSET ?`,
    )
    .all(...parts.flatMap(({ values }) => values), limit, offset);
};

export const listPlacesFrom = (store: Store, list: List, position: number, limit: number) =>
  readPlaces(store, list, { limit, offset: position });

/** Lists the places below one; null for the top of the list. */
export const listPlacesBelow = (store: Store, list: List, place: ListPlace | null, limit: number) =>
  readPlaces(store, list, {
    bound: place && buildBound(views[list.view].order, 'below', place),
    limit,
  });

/** Lists the places above one, in list order. */
export const listPlacesAbove = (store: Store, list: List, place: ListPlace, limit: number) =>
  readPlaces(store, list, {
    bound: buildBound(views[list.view].order, 'above', place),
    isReversed: true,
    limit,
  }).toReversed();

/** Places of those leads that are in the list. */
export const listPlacesOf = (
  store: Store,
  { view, business, isEverywhere }: List,
  leads: readonly number[],
): readonly ListPlace[] => {
  const { order } = views[view];
  const holds = isEverywhere === true ? () => 'TRUE' : views[view].buildCondition;
  const ofBusiness =
    business === null ? '' : `AND i.business_id = ? AND i.account_id IN (${accountsOfService})`;
  return store
    .prepare<Value[], ListPlace>(
      `SELECT i.${order.by} AS at, i.lead AS lead FROM inbox i NOT INDEXED
       WHERE i.lead IN (SELECT value FROM json_each(?)) AND ${holds('i.')} ${ofBusiness}`,
    )
    .all(
      JSON.stringify(leads),
      ...(business === null ? [] : [business.businessID, business.service]),
    );
};

const countMatching = (store: Store, list: List, bound: Condition): number =>
  listParts(store, list)
    .map((part) => joinConditions(part, bound))
    .reduce((sum, { sql, values }) => {
      const counted = store
        .prepare<Value[], { leads: number }>(`SELECT count(*) AS leads FROM inbox i WHERE ${sql}`)
        .get(...values);
      return sum + (counted?.leads ?? 0);
    }, 0);

/** Counts the leads from one place on (inclusive) that are above another. */
const countBetween = (
  store: Store,
  list: List,
  from: ListPlace,
  until: ListPlace | null,
): number => {
  const { order } = views[list.view];
  const above = until === null ? null : buildBound(order, 'above', until);
  return countMatching(store, list, joinConditions(buildBound(order, 'below=', from), above));
};

/** Counts the leads of a list whose last activity is not after `asOf`. */
export const countAsOf = (store: Store, list: List, asOf: number): number =>
  countMatching(store, list, { sql: 'i.activity_at <= ?', values: [asOf] });

export type Lengths = {
  readonly total: number;
  /** In order; empty for a view without parts. */
  readonly parts: { readonly name: ViewPartName; readonly length: number }[];
};

export const readLengths = (store: Store, { view, business }: List): Lengths => {
  const counts = readLeadCounts(store, business);
  const { parts } = views[view];
  const total = counts[view];
  if (parts === undefined) return { total, parts: [] };
  const { first, rest } = parts;
  if (first === undefined) return { total, parts: [{ name: rest, length: total }] };
  const length = counts[first];
  return {
    total,
    parts: [
      { name: first, length },
      { name: rest, length: total - length },
    ],
  };
};

/** Position of a place. Counts only the rows up to its former position `near`, because counting is slow. */
export const findPosition = (store: Store, list: List, place: ListPlace, near: number): number => {
  const { order } = views[list.view];
  const [atNear] = listPlacesFrom(store, list, near, 1);
  if (atNear === undefined)
    return readLengths(store, list).total - countBetween(store, list, place, null);
  return isAbove(order, place, atNear)
    ? near - countBetween(store, list, place, atNear)
    : near + countBetween(store, list, atNear, place);
};

/** True if a place is between two others, inclusive; null stands for an end of the list. */
export const isBetween = (
  { view }: List,
  place: ListPlace,
  from: ListPlace | null,
  to: ListPlace | null,
): boolean => {
  const { order } = views[view];
  return (
    (from === null || !isAbove(order, place, from)) && (to === null || !isAbove(order, to, place))
  );
};
