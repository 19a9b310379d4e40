/** Schemas for fields of service records. Payloads differ from the documentation: an unreadable field is absent. */
import { z } from 'zod';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for an absent value: the service also sends null and empty strings. */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const maxDepth = 4;

const collectWords = (value: unknown, depth: number): readonly string[] => {
  if (isAbsent(value)) return [];
  // The marketplace's own app ends lines with CR LF.
  if (typeof value === 'string') return [value.replaceAll(/\r\n?/g, '\n')];
  if (typeof value !== 'object' || value === null) return [String(value)];
  if (depth >= maxDepth) return [];
  const name = isFields(value) ? collectWords(value['name'], depth + 1) : [];
  return name.length > 0
    ? name
    : Object.values(value).flatMap((part) => collectWords(part, depth + 1));
};

/** Joins all text in a value, with commas between the items of a list; undefined for none. */
export const toText = (value: unknown): string | undefined => {
  const words = collectWords(value, 0);
  return words.length === 0 ? undefined : words.join(', ');
};

// Each is one step of zod: records have dozens of fields, and a schema of several steps takes several times as long.

/** Reads a value: the first readable item of a list, or undefined. */
const read = <T extends z.ZodType>(schema: T, value: unknown): z.output<T> | undefined => {
  if (isAbsent(value)) return undefined;
  if (!Array.isArray(value)) return schema.safeParse(value).data;
  for (const item of value.flat(2)) {
    const found = isAbsent(item) ? undefined : schema.safeParse(item);
    if (found?.success === true) return found.data;
  }
  return undefined;
};

/** Reads an optional value: the first readable item of a list, or undefined. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.transform((value: unknown) => read(schema, value));

/** A decimal string as documented; exact numbers are accepted too. */
export const id = z.preprocess(
  (value): unknown => (Array.isArray(value) ? value.find((item) => !isAbsent(item)) : value),
  z.union([
    z.string().trim().min(1).max(200),
    z.number().int().nonnegative().refine(Number.isSafeInteger, 'is not exact').transform(String),
  ]),
);

/** Text for people. */
export const text = z.transform(toText);

export const number = optional(
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
export const flag = optional(z.preprocess((value) => flags.get(value) ?? value, z.boolean()));

/** ZIP codes that arrive as numbers have lost their leading zeros. */
export const zipCode = z.transform((value: unknown) =>
  typeof value === 'number' ? String(value).padStart(5, '0') : toText(value),
);

/** Times outside of this range would sort wrongly or overflow a date. */
const earliestTime = Date.UTC(2000, 0);
const latestTime = Date.UTC(2100, 0);

/** UTC milliseconds from RFC 3339, or from a Unix time in seconds or milliseconds. */
export const time = optional(
  z.union([z.string(), z.number()]).transform((value, context) => {
    const isUnix = typeof value === 'number' || /^\d{9,14}$/.test(value);
    const unix = Number(value);
    const ms = isUnix ? (unix < 1e11 ? unix * 1000 : unix) : Date.parse(String(value));
    if (ms >= earliestTime && ms <= latestTime) return Math.round(ms);
    context.addIssue('is not a time');
    return z.NEVER;
  }),
);

/** So wide that a computer whose clock is a year behind keeps every good time. */
const farMs = 400 * 24 * 60 * 60_000;

/** Drops a past event's time that is far ahead: its lead would stay on top for years. */
export const dropFarTime = (at: number | null, now: number): number | null =>
  at === null || at > now + farMs ? null : at;

const isWord = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** An object of these fields; a bare value or list of values becomes its field `bare`. */
export const part = <S extends z.ZodRawShape>(bare: keyof S & string, shape: S) => {
  const fields = z.object(shape);
  return z.transform((value: unknown) =>
    read(
      fields,
      isWord(value) || (Array.isArray(value) && value.length > 0 && value.every(isWord))
        ? { [bare]: value }
        : value,
    ),
  );
};

/** A list without unreadable items; a single value becomes its only item. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.transform((value: unknown): NonNullable<z.output<T>>[] => {
    const items: unknown[] = Array.isArray(value) ? value.flat(2) : [value];
    return items.flatMap((each) => {
      const read = item.safeParse(each).data;
      const isEmpty = isFields(read) && Object.values(read).every(isAbsent);
      return isAbsent(read) || isEmpty ? [] : [read as NonNullable<z.output<T>>];
    });
  });

/** The texts in an object whose field names are undocumented; a bare text has an empty name. */
export const namedTexts = z.transform((value: unknown) =>
  Object.entries(isFields(value) ? value : { '': value }).flatMap(([name, part]) => {
    const words = toText(part);
    return words === undefined ? [] : [{ name, text: words }];
  }),
);

/** Renames fields from older names where the current name is absent. */
export const renamed = (names: Readonly<Record<string, string>>) => (value: unknown) => {
  if (!isFields(value)) return value;
  const record: Record<string, unknown> = { ...value };
  for (const [older, current] of Object.entries(names)) {
    if (isAbsent(record[current]) && !isAbsent(record[older])) record[current] = record[older];
  }
  return record;
};
