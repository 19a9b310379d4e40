/** Stores the partner endpoints, with only a digest of the password. */
import type { AccountID } from '../../../../../contract/records.ts';
import type { Store } from '../../../platform/store/store.ts';

export type PartnerEndpoint = {
  readonly accountID: AccountID;
  readonly path: string;
  readonly username: string;
  readonly passwordDigest: string;
  /** When the password was last shown; null for never. */
  readonly renewedAt: number | null;
  readonly lastCallAt: number | null;
};

const select = `
SELECT account_id AS accountID, path, username, password_digest AS passwordDigest,
  renewed_at AS renewedAt, last_call_at AS lastCallAt
FROM partner_endpoints`;

export const partnerEndpointOf = (store: Store, accountID: string): PartnerEndpoint | null =>
  store
    .prepare<[string], PartnerEndpoint>('partnerEndpoints.get', `${select} WHERE account_id = ?`)
    .get(accountID) ?? null;

/** Inserts or replaces an account's endpoint; `lastCallAt` stays. */
export const putPartnerEndpoint = (
  store: Store,
  endpoint: Omit<PartnerEndpoint, 'lastCallAt'>,
): void => {
  const sql = `INSERT INTO partner_endpoints (account_id, path, username, password_digest, renewed_at)
    VALUES (@accountID, @path, @username, @passwordDigest, @renewedAt)
    ON CONFLICT (account_id) DO UPDATE SET path = excluded.path, username = excluded.username,
      password_digest = excluded.password_digest, renewed_at = excluded.renewed_at`;
  store.prepare<[typeof endpoint]>('partnerEndpoints.put', sql).run(endpoint);
};

export const notePartnerCall = (store: Store, accountID: string, now: number): void => {
  const sql = 'UPDATE partner_endpoints SET last_call_at = ? WHERE account_id = ?';
  store.prepare<[number, string]>('partnerEndpoints.called', sql).run(now, accountID);
};
