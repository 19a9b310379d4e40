/**
 * Which field of a record becomes a column of its row, which is shown from the record itself, and which is
 * only kept: as the account's reader says. A test changes every field to see that it is true.
 */
import type { FieldUse, StoredColumn } from '../../../../contract/commands/staging.ts';
import type { Sources } from '../../accounts/reader.ts';

type Leaf = readonly [path: string, value: unknown];

/** No field that the service documents is nested this deeply; the stack ends somewhere below. */
const deepest = 50;

/** Every value of a record that is neither an object nor a list, with its path. */
const leavesOf = (value: unknown, path = '', depth = 0): readonly Leaf[] =>
  typeof value === 'object' && value !== null && depth < deepest
    ? Object.entries(value).flatMap(([name, part]) =>
        leavesOf(part, path === '' ? name : `${path}.${name}`, depth + 1),
      )
    : [[path, value]];

/** Whether a path is one of `patterns`. */
const isOf = (patterns: readonly string[], path: string): boolean => {
  const ofAnyItem = path.replaceAll(/\.\d+(?=\.|$)/g, '.*');
  return patterns.some(
    (pattern) =>
      pattern === ofAnyItem ||
      (pattern.endsWith('.**') && path.startsWith(pattern.slice(0, -'**'.length))),
  );
};

/** What becomes of every field of a record. */
export const usesOf = (record: unknown, { columns, shown }: Sources<string>): FieldUse[] => {
  const columned = Object.values(columns).flat();
  return leavesOf(record).map(([path]) => {
    const use = isOf(columned, path) ? 'column' : isOf(shown, path) ? 'shown' : 'kept';
    return { path, use };
  });
};

/** The columns of a row, each beside what the record says of it. */
export const columnsOf = <Column extends string>(
  row: Readonly<Record<Column, string | number | null>>,
  record: unknown,
  { columns }: Sources<Column>,
): StoredColumn[] => {
  const said = new Map(leavesOf(record));
  return (Object.entries(columns) as [Column, readonly string[]][]).map(([name, sources]) => {
    const present = sources.filter((path) => said.get(path) != null);
    const came = present.map((path) => String(said.get(path))).join(' ');
    const value = row[name];
    return present.length === 0
      ? { name, value, from: sources, came: null }
      : { name, value, from: present, came };
  });
};
