/**
 * The businesses of each account: those that the service lists for the grant (`covered`), and those
 * that only a lead has named.
 */
import type { AccountID, Business } from '../../../contract/records.ts';
import type { Store } from './store.ts';

export type ListedBusiness = {
  readonly businessID: string;
  readonly name: string;
  readonly imageURL: string | null;
};

/** Takes over what the service lists now; true when that changed anything. */
export const putListedBusinesses = (
  store: Store,
  accountID: string,
  listed: readonly ListedBusiness[],
): boolean => {
  const put = store.prepare<[string, string, string, string | null]>(
    'businesses.put',
    `INSERT INTO businesses (account_id, business_id, name, image_url) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = ifnull(nullif(excluded.name, ''), name),
       image_url = excluded.image_url, covered = 1
     WHERE (name, image_url, covered)
       IS NOT (ifnull(nullif(excluded.name, ''), name), excluded.image_url, 1)`,
  );
  const uncover = store.prepare<[string, string]>(
    'businesses.uncover',
    `UPDATE businesses SET covered = 0 WHERE account_id = ? AND covered = 1
     AND business_id NOT IN (SELECT value FROM json_each(?))`,
  );
  let changes = 0;
  for (const { businessID, name, imageURL } of listed) {
    changes += put.run(accountID, businessID, name, imageURL).changes;
  }
  changes += uncover.run(
    accountID,
    JSON.stringify(listed.map(({ businessID }) => businessID)),
  ).changes;
  return changes > 0;
};

/** Keeps the name of a business that a lead has named, unless it is known; true when it was not. */
export const putNamedBusiness = (
  store: Store,
  accountID: string,
  businessID: string,
  name: string,
): boolean =>
  store
    .prepare<[string, string, string]>(
      'businesses.putNamed',
      `INSERT INTO businesses (account_id, business_id, name, covered) VALUES (?, ?, ?, 0)
       ON CONFLICT DO UPDATE SET name = excluded.name WHERE name = '' AND excluded.name <> ''`,
    )
    .run(accountID, businessID, name).changes > 0;

/** The businesses to choose from: those listed now and those that have leads here, by name. */
export const businessesWithCounts = (store: Store): readonly Business[] =>
  store
    .prepare<[], { accountID: AccountID; businessID: string; name: string; needsReply: number }>(
      'businesses.withCounts',
      `SELECT b.account_id AS accountID, b.business_id AS businessID, b.name,
         ifnull(c.needs_reply, 0) AS needsReply
       FROM businesses b LEFT JOIN counts c USING (account_id, business_id)
       WHERE b.covered = 1 OR ifnull(c.all_leads, 0) + ifnull(c.archived, 0) > 0
       ORDER BY b.name COLLATE NOCASE, b.business_id`,
    )
    .all();
