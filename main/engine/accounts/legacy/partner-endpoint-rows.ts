/**
 * Stores the partner endpoint of each legacy account with its credentials (service.md, Endpoints G). Only
 * the digest of a password is stored.
 */
import type { AccountID } from '../../../../contract/records.ts';
import type { Store } from '../../platform/store/store.ts';

export type PartnerEndpoint = {
  readonly accountID: AccountID;
  /** The random part of the address. */
  readonly path: string;
  readonly username: string;
  /** SHA-256 of the password, hex. */
  readonly passwordDigest: string;
  /** When the password was shown, UTC milliseconds; null while nobody knows it. */
  readonly renewedAt: number | null;
  readonly lastCallAt: number | null;
};

const select = `
SELECT account_id AS accountID, path, username, password_digest AS passwordDigest,
  renewed_at AS renewedAt, last_call_at AS lastCallAt
FROM partner_endpoints`;

/** The endpoint at this path. */
export const partnerEndpointAt = (store: Store, path: string): PartnerEndpoint | null =>
  store
    .prepare<[string], PartnerEndpoint>('partnerEndpoints.at', `${select} WHERE path = ?`)
    .get(path) ?? null;

export const partnerEndpointOf = (store: Store, accountID: string): PartnerEndpoint | null =>
  store
    .prepare<[string], PartnerEndpoint>('partnerEndpoints.get', `${select} WHERE account_id = ?`)
    .get(accountID) ?? null;

/** Inserts or replaces an account's endpoint; `lastCallAt` stays. */
export const putPartnerEndpoint = (
  store: Store,
  endpoint: Omit<PartnerEndpoint, 'lastCallAt'>,
): void => {
  store
    .prepare<[typeof endpoint]>(
      'partnerEndpoints.put',
      `INSERT INTO partner_endpoints (account_id, path, username, password_digest, renewed_at)
       VALUES (@accountID, @path, @username, @passwordDigest, @renewedAt)
       ON CONFLICT (account_id) DO UPDATE SET path = excluded.path, username = excluded.username,
         password_digest = excluded.password_digest, renewed_at = excluded.renewed_at`,
    )
    .run(endpoint);
};

export const notePartnerCall = (store: Store, accountID: string, now: number): void => {
  store
    .prepare<[number, string]>(
      'partnerEndpoints.called',
      'UPDATE partner_endpoints SET last_call_at = ? WHERE account_id = ?',
    )
    .run(now, accountID);
};
