/**
 * Variants of a record, each with one field in an undocumented shape: absent, null, a number,
 * empty, a list, an object.
 */
type Step = string | number;

export type Odd = {
  /** The field and its shape, for titles and messages. */
  readonly what: string;
  readonly path: readonly Step[];
  readonly record: unknown;
  /** The field's new value. */
  readonly value: unknown;
  /** True if the new value still contains the old one. */
  readonly keepsValue: boolean;
};

const shapes: readonly (readonly [string, (value: unknown) => unknown, boolean?])[] = [
  ['absent', () => undefined],
  ['null', () => null],
  ['a number', () => 7919],
  ['a fraction', () => -0.5],
  ['true', () => true],
  ['an empty text', () => ''],
  ['a text', () => 'oddment'],
  ['an empty list', () => []],
  ['a list of nothing', () => [null, '', []]],
  ['a list of it', (value) => [value], true],
  ['a list of it and more', (value) => [value, 'oddment'], true],
  ['an empty object', () => ({})],
  ['an object', () => ({ odd: { nested: 'oddment' } })],
];

const isHolder = (value: unknown): value is Record<Step, unknown> =>
  typeof value === 'object' && value !== null;

/** The paths of all fields of a record, including objects and lists. */
const pathsOf = (value: unknown, path: readonly Step[] = []): readonly (readonly Step[])[] =>
  isHolder(value)
    ? Object.entries(value).flatMap(([name, part]) => {
        const own = [...path, name];
        return [own, ...pathsOf(part, own)];
      })
    : [];

const valueAt = (record: unknown, path: readonly Step[]): unknown =>
  path.reduce((part, name) => (isHolder(part) ? part[name] : undefined), record);

const withValue = (record: unknown, path: readonly Step[], value: unknown): unknown => {
  const copy = structuredClone(record);
  const holder = valueAt(copy, path.slice(0, -1));
  const name = path.at(-1) ?? '';
  if (isHolder(holder)) holder[name] = value;
  return copy;
};

/** Every field of `record` in every odd shape. */
export const oddRecords = (record: unknown): readonly Odd[] =>
  pathsOf(record).flatMap((path) =>
    shapes.map(([shape, change, keepsValue = false]) => {
      const value = change(valueAt(record, path));
      return {
        what: `${path.join('.')} is ${shape}`,
        path,
        record: withValue(record, path, value),
        value,
        keepsValue,
      };
    }),
  );

/** The value of each plain field by its path, as text; times in milliseconds. */
export const fieldTexts = (record: unknown): readonly (readonly [readonly Step[], string])[] =>
  pathsOf(record).flatMap((path) => {
    const value = valueAt(record, path);
    if (isHolder(value) || value === null || value === '') return [];
    const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [[path, isTime ? String(Date.parse(value)) : text] as const];
  });

/** True if `path` is `holder` or inside it. */
export const isIn = (path: readonly Step[], holder: readonly Step[]): boolean =>
  holder.every((name, index) => String(path[index]) === String(name));
