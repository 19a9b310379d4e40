/** Reads what came over the wire by a schema, and says where it differs: never what it holds. */
import type { z } from 'zod';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import { isFields } from './fields.ts';

/** A record that stands in a list of its own is that record. */
export const oneRecord = (value: unknown): unknown =>
  Array.isArray(value) ? (value.find(isFields) ?? value) : value;

/**
 * Reads `value` (of a list its first record) by `schema`, or fails with `unexpected_answer` and where
 * it differs, never what.
 */
export const parse = <T extends z.ZodType>(schema: T, value: unknown): Answer<z.output<T>> => {
  const read = schema.safeParse(oneRecord(value));
  if (read.success) return succeed(read.data);
  const detail = read.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the record'}: ${message}`)
    .join('; ');
  return fail('unexpected_answer', 'The service sent a record that cannot be read.', {
    detail: detail.slice(0, 500),
  });
};
