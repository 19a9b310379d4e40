/** Lists the use of each field of a record: it fills a column, is shown, or is only stored. */
import type { FieldUse, StoredColumn } from '../../../../contract/commands/staging.ts';
import type { Sources } from '../../accounts/reader.ts';

type Leaf = readonly [path: string, value: unknown];

/** Deeper than any documented field; limits the recursion. */
const maxDepth = 50;

/** Lists paths and values of a record, without objects and lists. */
const listLeaves = (value: unknown, path = '', depth = 0): readonly Leaf[] =>
  typeof value === 'object' && value !== null && depth < maxDepth
    ? Object.entries(value).flatMap(([name, part]) =>
        listLeaves(part, path === '' ? name : `${path}.${name}`, depth + 1),
      )
    : [[path, value]];

const matchesAny = (patterns: readonly string[], path: string): boolean => {
  const withWildcards = path.replaceAll(/\.\d+(?=\.|$)/g, '.*');
  return patterns.some(
    (pattern) =>
      pattern === withWildcards ||
      (pattern.endsWith('.**') && path.startsWith(pattern.slice(0, -'**'.length))),
  );
};

export const listUses = (record: unknown, { columns, shown }: Sources<string>): FieldUse[] => {
  const columnPaths = Object.values(columns).flat();
  return listLeaves(record).map(([path]) => {
    const use = matchesAny(columnPaths, path)
      ? 'column'
      : matchesAny(shown, path)
        ? 'shown'
        : 'kept';
    return { path, use };
  });
};

/** Lists the columns of a row, each with its source fields. */
export const listColumns = <Column extends string>(
  row: Readonly<Record<Column, string | number | null>>,
  record: unknown,
  { columns }: Sources<Column>,
): StoredColumn[] => {
  const values = new Map(listLeaves(record));
  return (Object.entries(columns) as [Column, readonly string[]][]).map(([name, sources]) => {
    const present = sources.filter((path) => values.get(path) != null);
    const came = present.map((path) => String(values.get(path))).join(' ');
    const value = row[name];
    return present.length === 0
      ? { name, value, from: sources, came: null }
      : { name, value, from: present, came };
  });
};
