/** Reads text columns. Unknown values, such as from a newer version, become general ones. */
import { z } from 'zod';
import { errorCode, type Failure } from '../../../../contract/errors.ts';
import { personID } from '../../../../contract/person-name.ts';
import { side, type Side } from '../../../../contract/records.ts';
import { parseJSON } from '../../../http/json.ts';

/** Parses a JSON column; undefined for NULL and invalid JSON. */
export const readStoredJSON = (column: unknown): unknown =>
  typeof column === 'string' ? parseJSON(column) : undefined;

/** Parses a JSON column of this shape; null for NULL and anything else. */
export const readStored = <T extends z.ZodType>(schema: T, column: unknown): z.output<T> | null => {
  const value = readStoredJSON(column);
  // Most columns are NULL, and a failed parse takes 20 microseconds.
  return value === undefined ? null : (schema.safeParse(value).data ?? null);
};

const readArray = (column: unknown): readonly unknown[] => {
  const array = readStoredJSON(column);
  return Array.isArray(array) ? array : [];
};

/** Parses a JSON array; items of another shape are skipped. */
export const readStoredList = <T extends z.ZodType>(
  item: T,
  column: unknown,
): readonly z.output<T>[] =>
  readArray(column).flatMap((each) => {
    const read = item.safeParse(each);
    return read.success ? [read.data] : [];
  });

/** Parses a JSON array of texts, without a schema because each row of a list has several; other items are skipped. */
export const readStoredTexts = (column: unknown): readonly string[] =>
  readArray(column).filter((each) => typeof each === 'string');

/** Reads the word of a column if it is one of `words`, otherwise `general`. */
export const readStoredWord = <W extends string, G>(
  words: readonly W[],
  column: unknown,
  general: G,
) => words.find((word) => word === column) ?? general;

/** Returns the person of a column; null for NULL and for an id that is not one. */
export const readStoredPerson = (column: unknown): string | null =>
  column === null ? null : (personID.safeParse(column).data ?? null);

/** Replaces an unreadable failure. */
export const unreadableFailure: Failure = {
  code: 'internal',
  message: 'The reason cannot be read.',
};

/** Reads the side of a message; unknown for a side of a newer version. */
export const readStoredSide = (column: unknown): Side =>
  readStoredWord(side.options, column, 'unknown');

const anyFailure = z.object({
  code: errorCode.catch('internal'),
  message: z
    .string()
    .transform((text) => text.slice(0, 500))
    .catch(unreadableFailure.message),
  detail: z.string().max(2_000).optional().catch(undefined),
  status: z.number().int().optional().catch(undefined),
  traceID: z.string().max(200).optional().catch(undefined),
});

/** Parses a failure, null for NULL; an unknown code becomes `internal`. */
export const readStoredFailure = (column: unknown): Failure | null =>
  column === null || column === undefined
    ? null
    : (readStored(anyFailure, column) ?? unreadableFailure);

/** SQL that selects the value at `path` of a JSON column; NULL when the column is not JSON. */
export const selectStored = (column: string, path: string): string =>
  `CASE WHEN json_valid(${column}) THEN ${column} ->> '${path}' END`;
