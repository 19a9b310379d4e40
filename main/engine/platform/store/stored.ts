/**
 * Reads text columns. A newer version of the app, a repair or a restored backup may have left values
 * that this version does not know. Nothing here throws: each reader returns the general value instead.
 * All JSON columns are read here, and no other file of the engine parses what the database holds.
 */
import { z } from 'zod';
import { errorCode, type Failure } from '../../../../contract/errors.ts';
import { side, type Side } from '../../../../contract/records.ts';
import { readJSON } from '../../../http/json.ts';

/** The JSON value of a column; undefined for NULL and for text that is not JSON. */
export const storedJSON = (column: unknown): unknown =>
  typeof column === 'string' ? readJSON(column) : undefined;

/** The value of a column that holds JSON of this shape; null for NULL and for anything else. */
export const readStored = <T extends z.ZodType>(schema: T, column: unknown): z.output<T> | null =>
  schema.safeParse(storedJSON(column)).data ?? null;

/** The items of a column that holds a JSON array; items of another shape are left out. */
export const readStoredList = <T extends z.ZodType>(
  item: T,
  column: unknown,
): readonly z.output<T>[] =>
  (readStored(z.array(z.unknown()), column) ?? []).flatMap((each) => {
    const read = item.safeParse(each);
    return read.success ? [read.data] : [];
  });

/** The word of a column if it is one of `words`; otherwise the general one. */
export const storedWord = <W extends string, G>(words: readonly W[], column: unknown, general: G) =>
  words.find((word) => word === column) ?? general;

/** Stands for a failure whose reason is lost. */
export const unreadableFailure: Failure = {
  code: 'internal',
  message: 'The reason cannot be read.',
};

/** Who a message is from; a side of a newer version is unknown. */
export const storedSide = (column: unknown): Side => storedWord(side.options, column, 'unknown');

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

/** The failure of a column, null for NULL; an unknown code becomes `internal`. */
export const storedFailure = (column: unknown): Failure | null =>
  column === null || column === undefined
    ? null
    : (readStored(anyFailure, column) ?? unreadableFailure);

/** SQL: what a JSON column holds at `path`, and NULL where the column is not JSON. */
export const storedAt = (column: string, path: string): string =>
  `CASE WHEN json_valid(${column}) THEN ${column} ->> '${path}' END`;
