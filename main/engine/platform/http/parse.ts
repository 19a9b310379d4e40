/** Parses records of the service. Failures name the positions that differ, never the content. */
import type { z } from 'zod';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import { isFields } from './fields.ts';

/** Picks the first object of a list; other values stay unchanged. */
export const pickRecord = (value: unknown): unknown =>
  Array.isArray(value) ? (value.find(isFields) ?? value) : value;

/** Parses a record, or the first of a list. Fails with `unexpected_answer`. */
export const parse = <T extends z.ZodType>(schema: T, value: unknown): Answer<z.output<T>> => {
  const read = schema.safeParse(pickRecord(value));
  if (read.success) return succeed(read.data);
  const detail = read.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the record'}: ${message}`)
    .join('; ');
  return fail('unexpected_answer', 'The service sent a record that cannot be read.', {
    detail: detail.slice(0, 500),
  });
};
