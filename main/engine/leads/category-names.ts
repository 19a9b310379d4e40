/**
 * The names of categories, as the leads here have them: a review has only its category's id. Only its
 * account's newest leads are looked through, so that this takes no longer with more of them.
 */
import type { Store } from '../platform/store/store.ts';
import { storedAt } from '../platform/store/stored.ts';

const newest = 500;

/** Names of an account's categories by their ids, as far as its newest leads know them. */
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
