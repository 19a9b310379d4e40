/**
 * How one field of anything that the service sends is read. Recorded payloads have numbers, lists,
 * objects, nulls and empty strings where one text is documented (live-facts, Recorded in production),
 * so a field that cannot be read counts as not said, and costs neither its record nor its neighbors.
 * Readers return only what they name: nobody meets a field that was not read.
 */
import { z } from 'zod';

export type Fields = Readonly<Record<string, unknown>>;

/** True for a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True where nothing is said: absent, null, or a text of nothing but spaces. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** What is nested deeper than this is no text that somebody wrote. */
const deepest = 4;

const wordsOf = (value: unknown, depth: number): readonly string[] => {
  if (isAbsent(value)) return [];
  // The marketplace's own app ends lines with CR LF.
  if (typeof value === 'string') return [value.replaceAll(/\r\n?/g, '\n')];
  if (typeof value !== 'object' || value === null) return [String(value)];
  if (depth >= deepest) return [];
  const name = isFields(value) ? wordsOf(value['name'], depth + 1) : [];
  return name.length > 0 ? name : Object.values(value).flatMap((part) => wordsOf(part, depth + 1));
};

/** Everything that a value says in words, a list's with commas between; undefined for nothing. */
export const textOf = (value: unknown): string | undefined => {
  const words = wordsOf(value, 0);
  return words.length === 0 ? undefined : words.join(', ');
};

/** A list's first item that `schema` can read, where one value is expected. */
const firstOf = (schema: z.ZodType, value: unknown): unknown =>
  Array.isArray(value)
    ? value.flat(2).find((item) => !isAbsent(item) && schema.safeParse(item).success)
    : value;

/** What `schema` reads, the first such item of a list, or undefined. */
export const said = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => firstOf(schema, value), schema.optional()).catch(undefined);

/** Decimal strings by the documentation; exact numbers are taken too. */
export const id = z.preprocess(
  (value): unknown => (Array.isArray(value) ? value.find((item) => !isAbsent(item)) : value),
  z.union([
    z.string().trim().min(1).max(200),
    z.number().int().nonnegative().refine(Number.isSafeInteger, 'is not exact').transform(String),
  ]),
);

/** Words for people, with line breaks as they are here. */
export const text = z.preprocess(textOf, z.string().optional()).catch(undefined);

export const number = said(
  z.union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d{1,15}(?:\.\d{1,15})?$/)
      .transform(Number),
  ]),
);

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  [1, true],
  ['1', true],
  ['false', false],
  [0, false],
  ['0', false],
]);
export const flag = said(z.preprocess((value) => flags.get(value) ?? value, z.boolean()));

/** As a number a ZIP code loses its leading zeros. */
export const zipCode = z
  .preprocess(
    (value) => (typeof value === 'number' ? String(value).padStart(5, '0') : textOf(value)),
    z.string().optional(),
  )
  .catch(undefined);

/** What lies outside is no time that somebody meant: it would rule a list, or overflow a date. */
const earliestTime = Date.UTC(2000, 0);
const latestTime = Date.UTC(2100, 0);

/** UTC milliseconds from RFC 3339, or from a Unix time in seconds or milliseconds. */
export const time = said(
  z.union([z.string(), z.number()]).transform((value, context) => {
    const isUnix = typeof value === 'number' || /^\d{9,14}$/.test(value);
    const unix = Number(value);
    const ms = isUnix ? (unix < 1e11 ? unix * 1000 : unix) : Date.parse(String(value));
    if (ms >= earliestTime && ms <= latestTime) return Math.round(ms);
    context.addIssue('is not a time');
    return z.NEVER;
  }),
);

const isWord = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** An object of these fields; bare words in its place stand for its field `bare`. */
export const part = <S extends z.ZodRawShape>(bare: keyof S & string, shape: S) =>
  z
    .preprocess(
      (value) =>
        isWord(value) || (Array.isArray(value) && value.length > 0 && value.every(isWord))
          ? { [bare]: value }
          : value,
      said(z.object(shape)),
    )
    .catch(undefined);

/** The items that can be read and say something; one value in the place of a list is its only item. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z
    .preprocess((value): unknown[] => {
      const items: unknown[] = Array.isArray(value) ? value.flat(2) : [value];
      return items.flatMap((each) => {
        const read = item.safeParse(each).data;
        const isEmpty = isFields(read) && Object.values(read).every(isAbsent);
        return isAbsent(read) || isEmpty ? [] : [read];
      });
    }, z.array(z.custom<NonNullable<z.output<T>>>()))
    .catch([]);

/** Texts by their names, of an object whose names are not documented; a bare text has no name. */
export const namedTexts = z
  .preprocess(
    (value) =>
      Object.entries(isFields(value) ? value : { '': value }).flatMap(([name, part]) => {
        const words = textOf(part);
        return words === undefined ? [] : [{ name, text: words }];
      }),
    z.array(z.object({ name: z.string(), text: z.string() })),
  )
  .catch([]);

/**
 * Gives a record's fields the names of today: what stands under an older name is taken where the
 * newer says nothing.
 */
export const renamed = (names: Readonly<Record<string, string>>) => (value: unknown) => {
  if (!isFields(value)) return value;
  const record: Record<string, unknown> = { ...value };
  for (const [older, today] of Object.entries(names)) {
    if (isAbsent(record[today]) && !isAbsent(record[older])) record[today] = record[older];
  }
  return record;
};
