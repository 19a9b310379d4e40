/**
 * Names of categories, for reviews, which have only the ids. Reads only the newest leads of an
 * account, so that the time does not grow with their number.
 */
import type { Store } from '../platform/store/store.ts';
import { storedAt } from '../platform/store/stored.ts';

const newest = 500;

/** Returns the category names that the newest leads of an account contain, by id. */
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
