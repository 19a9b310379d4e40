/**
 * The endpoints that a legacy service calls with leads, messages, prices and reviews (conformance.md, G).
 * The operator uses one address for all businesses of a partner, although each is an account here.
 */
import type { AccountID } from '../../../../../contract/records.ts';
import { generateCredentials, generatePath } from '../../../platform/http/credentials.ts';
import { parse } from '../../../platform/http/parse.ts';
import type { Random } from '../../../platform/random.ts';
import type { Store } from '../../../platform/store/store.ts';
import { findLead } from '../../../leads/leads.ts';
import { findAccount, listAccounts } from '../../../accounts/rows.ts';
import type { IncomingDelivery } from '../../../accounts/deliveries.ts';
import type { Endpoint } from '../../../accounts/endpoints.ts';
import { legacyKinds } from './ingest/apply.ts';
import { callSubject, partnerMessage } from './records.ts';

/** Stored with only a digest of the password. */
export type PartnerEndpoint = {
  readonly accountID: AccountID;
  readonly path: string;
  readonly username: string;
  readonly passwordDigest: string;
  /** When the password was last shown; null for never. */
  readonly renewedAt: number | null;
  readonly lastCallAt: number | null;
};

export const findPartnerEndpoint = (store: Store, accountID: string): PartnerEndpoint | null => {
  const sql = `SELECT account_id AS accountID, path, username, password_digest AS passwordDigest,
      renewed_at AS renewedAt, last_call_at AS lastCallAt
    FROM partner_endpoints WHERE account_id = ?`;
  return store.prepare<[string], PartnerEndpoint>(sql).get(accountID) ?? null;
};

/** Inserts or replaces an account's endpoint; `lastCallAt` stays. */
export const putPartnerEndpoint = (
  store: Store,
  endpoint: Omit<PartnerEndpoint, 'lastCallAt'>,
): void => {
  const sql = `INSERT INTO partner_endpoints (account_id, path, username, password_digest, renewed_at)
    VALUES (@accountID, @path, @username, @passwordDigest, @renewedAt)
    ON CONFLICT (account_id) DO UPDATE SET path = excluded.path, username = excluded.username,
      password_digest = excluded.password_digest, renewed_at = excluded.renewed_at`;
  store.prepare<[typeof endpoint]>(sql).run(endpoint);
};

export const recordPartnerCall = (store: Store, accountID: string, now: number): void => {
  const sql = 'UPDATE partner_endpoints SET last_call_at = ? WHERE account_id = ?';
  store.prepare<[number, string]>(sql).run(now, accountID);
};

/** Returns the address that the service's operator needs. */
export const buildPartnerAddress = (
  base: string,
  { path }: Pick<PartnerEndpoint, 'path'>,
): string => `${base}/partner/${path}`;

/** Creates an account's endpoint if it has none. Its password is discarded: `legacy.renew` returns another one. */
export const ensurePartnerEndpoint = (
  { store, random }: { readonly store: Store; readonly random: Random },
  accountID: AccountID,
): void => {
  if (findPartnerEndpoint(store, accountID) !== null) return;
  const { username, passwordDigest } = generateCredentials(random);
  const path = generatePath(random);
  const endpoint = { accountID, path, username, passwordDigest, renewedAt: null };
  store.write(() => putPartnerEndpoint(store, endpoint));
};

/** Returns the account of the business in the body, or that of its lead, or else `called`. */
const findAccountOfCall = (store: Store, called: AccountID, body: unknown): AccountID => {
  const read = parse(callSubject, body);
  if (!read.ok) return called;
  const { leadID, business, businessID = business?.businessID } = read.value;
  const service = findAccount(store, called)?.profile.baseUrl;
  const ofPartner = listAccounts(store)
    .filter(({ profile }) => profile.interface === 'legacy' && profile.baseUrl === service)
    .toSorted((a, b) => Number(b.accountID === called) - Number(a.accountID === called));
  const found =
    ofPartner.find(({ userID }) => userID === businessID) ??
    ofPartner.find(
      ({ accountID }) => leadID !== undefined && findLead(store, accountID, leadID) !== null,
    );
  return found?.accountID ?? called;
};

const hasLead = (store: Store, { accountID, parsed }: IncomingDelivery): boolean => {
  const message = parse(partnerMessage, parsed);
  return !message.ok || findLead(store, accountID, message.value.leadID)?.complete === true;
};

export const partnerEndpoints: readonly Endpoint[] = Object.entries(legacyKinds).map(
  ([eventType, { method, path: subpath, isRepeatable = false }]) => ({
    method,
    url: `/partner/:path${subpath}` as const,
    addressees: `SELECT account_id AS accountID, path, username, password_digest AS passwordDigest
      FROM partner_endpoints WHERE path = ?`,
    parseCall: (store, { accountID, body }) => ({
      accountID: findAccountOfCall(store, accountID, body),
      eventType,
      webhookID: null,
      isRepeatable,
    }),
    recordCall: (store, called, delivery) => {
      for (const accountID of new Set([delivery.accountID, called.accountID]))
        recordPartnerCall(store, accountID, called.at);
    },
    chooseStatus: (store, delivery) =>
      eventType !== 'Message' || hasLead(store, delivery) ? 200 : 202,
  }),
);
