/** Categories of leads. */
import type { Store } from '../platform/store/store.ts';
import { selectStored } from '../platform/store/stored.ts';

/** SQL: each `value` of an indexed column once. It skips through the index without reading the rows. */
export const selectDistinct = (table: string, column: string, condition = 'true'): string => `
  WITH RECURSIVE known (value) AS (
    SELECT (SELECT ${column} FROM ${table} WHERE ${condition} AND ${column} > ''
      ORDER BY ${column} LIMIT 1)
    UNION ALL
    SELECT (SELECT ${column} FROM ${table} WHERE ${condition} AND ${column} > known.value
      ORDER BY ${column} LIMIT 1) FROM known WHERE known.value IS NOT NULL)
  SELECT value FROM known WHERE value IS NOT NULL`;

/** Most categories, or tags, that a picker offers. */
export const maxOffered = 500;

export const listCategories = (store: Store, most = maxOffered): string[] =>
  store
    .prepare<[number], { value: string }>(`${selectDistinct('leads', 'category')} LIMIT ?`)
    .all(most)
    .map(({ value }) => value);

const maxLeads = 500;

/** Category names by id, for reviews; reads only the newest leads, to be fast with many. */
export const readCategoryNames = (store: Store, accountID: string): ReadonlyMap<string, string> => {
  const rows = store
    .prepare<[string, number], { id: string; name: string }>(
      `SELECT DISTINCT ${selectStored('record', '$.request.category.categoryID')} AS id, category AS name
       FROM (SELECT record, category FROM leads WHERE account_id = ? ORDER BY lead DESC LIMIT ?)
       WHERE id IS NOT NULL AND category <> ''`,
    )
    .all(accountID, maxLeads);
  return new Map(rows.map(({ id, name }) => [String(id), name]));
};
