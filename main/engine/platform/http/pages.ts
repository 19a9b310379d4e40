/**
 * Pages of the service's lists. How the service names its next page is not documented (service.md,
 * Pagination), so every form is understood: an address, a query, an offset, or nothing at all.
 */
import type { Answer } from '../../../../contract/errors.ts';
import { succeed } from '../../../../contract/errors.ts';
import { z } from 'zod';
import { isFields, number, said } from './fields.ts';
import { parse } from './parse.ts';

export type Query = Readonly<Record<string, string>>;

/** Records are raw: each is read on its own, so that a broken one does not cost the others. */
export type RecordPage = {
  readonly records: readonly unknown[];
  /** How many records a full page has, as the service says; null when it does not. */
  readonly limit: number | null;
  /** The query of the next page, or null when the service says that there is none. */
  readonly next: Query | null;
};

/** An empty list can come as null; one record in the place of a list is its only one. */
export const records = z.preprocess((value) => {
  if (value === null) return [];
  if (!isFields(value)) return value;
  return Object.keys(value).length === 0 ? [] : [value];
}, z.array(z.unknown()));

/** Whether an object has an id of the service, today's or a legacy one: it is a record. */
const isRecord = (value: unknown): boolean =>
  isFields(value) && Object.keys(value).some((name) => /(?<!trace)(?:ID|_pk)$/.test(name));

/**
 * A list without the documented `data` around it: bare (an older sample), under another name, or one
 * record by itself. Anything else, such as an error, is returned unchanged.
 */
const withData = (value: unknown): unknown => {
  if (Array.isArray(value)) return { data: value };
  if (!isFields(value) || 'data' in value || 'error' in value || 'errors' in value) return value;
  const lists = Object.values(value).filter((each) => Array.isArray(each) && each.some(isRecord));
  if (lists.length === 1) return { ...value, data: lists[0] };
  return isRecord(value) ? { data: [value] } : value;
};

/** A page of a list; its items are read one by one, so that a broken one does not cost the others. */
const page = z.object({
  data: records,
  pagination: said(z.object({ limit: number, next: said(z.union([z.string(), z.number()])) })),
});

/** Only the query of an address is taken: a page never leads to another host or path. */
const nextQuery = (next: string | number, query: Query): Query | null => {
  if (typeof next === 'number' || /^\d+$/.test(next)) return { ...query, offset: String(next) };
  const start = next.indexOf('?');
  if (start >= 0)
    return { ...query, ...Object.fromEntries(new URLSearchParams(next.slice(start))) };
  return null;
};

/** The page that `value` holds, which was asked for with `query`. */
export const readPage = (value: unknown, query: Query): Answer<RecordPage> => {
  const read = parse(page, withData(value));
  if (!read.ok) return read;
  const { data, pagination } = read.value;
  const byOffset = { ...query, offset: String(Number(query['offset'] ?? 0) + data.length) };
  const said = pagination?.next;
  const isLast = data.length === 0 || isNothing(value);
  return succeed({
    records: data,
    limit: pagination?.limit ?? null,
    next: isLast ? null : ((said === undefined ? null : nextQuery(said, query)) ?? byOffset),
  });
};

/** True when `pagination.next` is there and says that nothing follows. */
const isNothing = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || !('pagination' in value)) return false;
  const { pagination } = value;
  if (typeof pagination !== 'object' || pagination === null || !('next' in pagination))
    return false;
  return pagination.next === null || pagination.next === '' || pagination.next === false;
};
