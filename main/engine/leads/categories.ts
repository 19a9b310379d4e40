/** Categories of leads. */
import type { Store } from '../platform/store/store.ts';
import { storedAt } from '../platform/store/stored.ts';

const most = 500;

/** Each category once. Skips through the index from one to the next, without reading leads. */
export const categoriesOf = (store: Store): string[] =>
  store
    .prepare<[number], { category: string }>(
      'categories.known',
      `WITH RECURSIVE known (category) AS (
         SELECT (SELECT category FROM leads WHERE category > '' ORDER BY category LIMIT 1)
         UNION ALL
         SELECT (SELECT category FROM leads WHERE category > known.category
           ORDER BY category LIMIT 1) FROM known WHERE known.category IS NOT NULL)
       SELECT category FROM known WHERE category IS NOT NULL LIMIT ?`,
    )
    .all(most)
    .map(({ category }) => category);

const newest = 500;

/** Category names by id, for reviews; reads only the newest leads, to be fast with many. */
export const categoryNames = (store: Store, accountID: string): ReadonlyMap<string, string> => {
  const rows = store
    .prepare<[string, number], { id: string; name: string }>(
      'categoryNames.newest',
      `SELECT DISTINCT ${storedAt('record', '$.request.category.categoryID')} AS id, category AS name
       FROM (SELECT record, category FROM leads WHERE account_id = ? ORDER BY lead DESC LIMIT ?)
       WHERE id IS NOT NULL AND category <> ''`,
    )
    .all(accountID, newest);
  return new Map(rows.map(({ id, name }) => [String(id), name]));
};
