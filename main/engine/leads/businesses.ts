/** Businesses: those that the service lists (`covered`), and those that only a lead names. */
import { compareNames } from '../../../contract/compare-names.ts';
import type { Business } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

export type ListedBusiness = {
  readonly businessID: string;
  readonly name: string;
  readonly imageURL: string | null;
};

/** Stores the businesses that the service lists now; true when anything changed. */
export const putListedBusinesses = (
  store: Store,
  accountID: string,
  businesses: readonly ListedBusiness[],
): boolean => {
  const put = store.prepare<[string, string, string, string | null]>(
    `INSERT INTO businesses (account_id, business_id, name, image_url) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = ifnull(nullif(excluded.name, ''), name),
       image_url = excluded.image_url, covered = 1
     WHERE (name, image_url, covered)
       IS NOT (ifnull(nullif(excluded.name, ''), name), excluded.image_url, 1)`,
  );
  const uncover = store.prepare<[string, string]>(
    `UPDATE businesses SET covered = 0 WHERE account_id = ? AND covered = 1
     AND business_id NOT IN (SELECT value FROM json_each(?))`,
  );
  const ids = JSON.stringify(businesses.map(({ businessID }) => businessID));
  const results = [
    ...businesses.map((each) => put.run(accountID, each.businessID, each.name, each.imageURL)),
    uncover.run(accountID, ids),
  ];
  return results.some(({ changes }) => changes > 0);
};

/** Stores the business of a lead; true when it or its name was unknown. */
export const putNamedBusiness = (
  store: Store,
  accountID: string,
  businessID: string,
  name: string,
): boolean =>
  store
    .prepare<[string, string, string]>(
      `INSERT INTO businesses (account_id, business_id, name, covered) VALUES (?, ?, ?, 0)
       ON CONFLICT DO UPDATE SET name = excluded.name WHERE name = '' AND excluded.name <> ''`,
    )
    .run(accountID, businessID, name).changes > 0;

/** Businesses that an account serves, by name. */
export const listCoveredBusinesses = (store: Store, accountID: string) =>
  store
    .prepare<[string], { businessID: string; name: string }>(
      `SELECT business_id AS businessID, name FROM held_businesses
       WHERE account_id = ? ORDER BY business_id`,
    )
    .all(accountID)
    .sort((one, other) => compareNames(one.name, other.name));

/** A business of a service, in any account. */
export type ServiceBusiness = { readonly businessID: string; readonly service: string };

/** Key of a business in the contract. */
export const toBusinessKey = ({ businessID, service }: ServiceBusiness): string =>
  `${businessID}@${service}`;

/** Parses a key; an invalid one matches no business. */
export const parseBusinessKey = (key: string | null | undefined): ServiceBusiness | null => {
  if (key == null) return null;
  const at = key.lastIndexOf('@');
  return { businessID: key.slice(0, Math.max(0, at)), service: key.slice(at + 1) };
};

type Row = ServiceBusiness & Omit<Business, 'key'> & { readonly worthShowing: number };

/** Listed businesses and those with leads, by name, with the serving account; practice only without a real account. */
export const listBusinesses = (store: Store): readonly Business[] => {
  const rows = store
    .prepare<[], Row>(
      `SELECT a.service, b.account_id AS accountID, b.business_id AS businessID, b.name,
         ifnull(c.needs_reply, 0) AS needsReply,
         (b.covered = 1 OR ifnull(c."all", 0) + ifnull(c.archived, 0) > 0)
           AND (a.practice = 0 OR NOT EXISTS (SELECT 1 FROM accounts WHERE practice = 0))
           AS worthShowing
       FROM businesses b JOIN accounts a ON a.account_id = b.account_id
       LEFT JOIN counts c ON c.account_id = b.account_id AND c.business_id = b.business_id
       LEFT JOIN held_businesses h ON h.account_id = b.account_id AND h.business_id = b.business_id
       ORDER BY h.account_id IS NULL, a.connected = 0, a.generation DESC, a.connected_at,
         a.account_id`,
    )
    .all();
  const found = new Map<string, Business>();
  for (const { service, worthShowing, accountID, businessID, name, needsReply } of rows) {
    if (worthShowing === 0) continue;
    const key = toBusinessKey({ businessID, service });
    const before = found.get(key) ?? { key, accountID, businessID, name, needsReply: 0 };
    found.set(key, { ...before, needsReply: before.needsReply + needsReply });
  }
  return [...found.values()].sort(
    (one, other) =>
      compareNames(one.name, other.name) || compareNames(one.businessID, other.businessID),
  );
};
