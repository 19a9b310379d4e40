/** Parses pages of lists in any form, because pagination is not documented. */
import { succeed, type Answer } from '../../../../contract/errors.ts';
import { z } from 'zod';
import { isAbsent, isFields, number, optional } from './fields.ts';
import { parse } from './parse.ts';

export type Query = Readonly<Record<string, string>>;

/** Records are unparsed: each is read separately, so that a broken one does not affect others. */
export type RecordPage = {
  readonly records: readonly unknown[];
  /** Page size as the service reports it. */
  readonly limit: number | null;
  /** Query of the next page; null at the end. */
  readonly next: Query | null;
};

/** An empty list can be null or an empty text; a single record becomes the only item. */
export const records = z.preprocess((value) => {
  if (value !== undefined && isAbsent(value)) return [];
  if (!isFields(value)) return value;
  return Object.keys(value).length === 0 ? [] : [value];
}, z.array(z.unknown()));

/** True for an object with an id of v4 or legacy. */
const isRecord = (value: unknown): boolean =>
  isFields(value) && Object.keys(value).some((name) => /(?<!trace)(?:ID|_pk)$/.test(name));

const hasNoItems = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).length === 0;

/** Wraps a list without the documented `data`: bare, under another name, a single record, or empty. */
const wrapList = (value: unknown): unknown => {
  if (Array.isArray(value)) return { data: value };
  if (!isFields(value) || 'data' in value || 'error' in value || 'errors' in value) return value;
  const lists = Object.values(value).filter((each) => Array.isArray(each) && each.some(isRecord));
  if (lists.length === 1) return { ...value, data: lists[0] };
  if (isRecord(value)) return { data: [value] };
  const { pagination, ...rest } = value;
  const isEmpty = isFields(pagination) && Object.values(rest).every(hasNoItems);
  return isEmpty ? { pagination, data: [] } : value;
};

const page = z.object({
  data: records,
  pagination: optional(
    z.object({ limit: number, next: optional(z.union([z.string(), z.number()])) }),
  ),
});

/** Uses only the query of an address, so that a page never leads to another host or path. */
const deriveNextQuery = (next: string | number, query: Query): Query | null => {
  if (typeof next === 'number' || /^\d+$/.test(next)) return { ...query, offset: String(next) };
  const start = next.indexOf('?');
  return start < 0
    ? null
    : { ...query, ...Object.fromEntries(new URLSearchParams(next.slice(start))) };
};

/** Values of `pagination.next` on the last page. */
const endMarks: readonly unknown[] = [null, '', false];

const hasEndMark = (value: unknown): boolean =>
  isFields(value) &&
  isFields(value['pagination']) &&
  endMarks.includes(value['pagination']['next']);

/** @param query the query of the request */
export const parsePage = (value: unknown, query: Query): Answer<RecordPage> => {
  const read = parse(page, wrapList(value));
  if (!read.ok) return read;
  const { data, pagination } = read.value;
  const byOffset = { ...query, offset: String(Number(query['offset'] ?? 0) + data.length) };
  const following = pagination?.next;
  const isLast = data.length === 0 || hasEndMark(value);
  return succeed({
    records: data,
    limit: pagination?.limit ?? null,
    next: isLast
      ? null
      : ((following === undefined ? null : deriveNextQuery(following, query)) ?? byOffset),
  });
};
