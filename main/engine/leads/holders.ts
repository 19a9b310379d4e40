/** Leads and businesses of several accounts of one service (decision 0009). */
import { compareNames } from '../../../contract/compare-names.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

export type HeldLead = {
  readonly lead: number;
  readonly accountID: AccountID;
  readonly connected: number;
  readonly businessID: string;
  readonly negotiationID: string;
  readonly record: string | null;
};

const sameGeneration = 'o.service = a.service AND o.generation = a.generation';

const selectSiblings = `
SELECT 1 FROM accounts a JOIN accounts o ON o.account_id <> a.account_id AND ${sameGeneration}
WHERE a.account_id = ? LIMIT 1`;

/** True if another account has the same service and interface generation. */
export const hasSiblings = (store: Store, accountID: string): boolean =>
  store.prepare<[string]>(selectSiblings).get(accountID) !== undefined;

/** A negotiation's leads in accounts of the same service and generation, connected ones first. */
export const listLeadsOfNegotiation = (store: Store, accountID: string, negotiationID: string) =>
  store
    .prepare<[string, string], HeldLead>(
      `SELECT l.lead, l.account_id AS accountID, o.connected, l.business_id AS businessID,
         l.negotiation_id AS negotiationID, l.record
       FROM accounts a CROSS JOIN accounts o ON ${sameGeneration}
       CROSS JOIN leads l ON l.account_id = o.account_id AND l.negotiation_id = ?
       WHERE a.account_id = ? ORDER BY o.connected DESC, o.connected_at, o.account_id`,
    )
    .all(negotiationID, accountID);

/** The connected account of the same service and generation that serves a business. */
export const findHolder = (store: Store, accountID: string, businessID: string): AccountID | null =>
  store
    .prepare<[string, string], { holder: AccountID }>(
      `SELECT o.account_id AS holder
       FROM accounts a JOIN accounts o ON ${sameGeneration} AND o.connected = 1
       JOIN held_businesses h ON h.account_id = o.account_id AND h.business_id = ?
       WHERE a.account_id = ?`,
    )
    .get(businessID, accountID)?.holder ?? null;

export type Misplaced = HeldLead & { readonly holder: AccountID };

/** Leads whose business another connected account of the same service and generation serves. */
export const listMisplacedLeads = (store: Store, most: number): readonly Misplaced[] =>
  store
    .prepare<[number], Misplaced>(
      `SELECT l.lead, l.account_id AS accountID, a.connected, l.business_id AS businessID,
         l.negotiation_id AS negotiationID, l.record, o.account_id AS holder
       FROM accounts a
       JOIN accounts o ON ${sameGeneration} AND o.account_id <> a.account_id AND o.connected = 1
       JOIN held_businesses h ON h.account_id = o.account_id
       JOIN leads l ON l.account_id = a.account_id AND l.business_id = h.business_id
       LIMIT ?`,
    )
    .all(most);

/** Businesses that the service lists for an account, with the other account that serves them, by name. */
export const listBusinessesServedElsewhere = (store: Store, accountID: string) =>
  store
    .prepare<
      [string],
      { readonly businessID: string; readonly businessName: string; readonly accountID: AccountID }
    >(
      `SELECT b.business_id AS businessID, b.name AS businessName, o.account_id AS accountID
       FROM businesses b JOIN accounts a ON a.account_id = b.account_id
       JOIN accounts o ON o.service = a.service AND o.account_id <> a.account_id
       JOIN held_businesses h ON h.account_id = o.account_id AND h.business_id = b.business_id
       WHERE b.account_id = ? AND b.covered = 1 ORDER BY b.business_id`,
    )
    .all(accountID)
    .sort((one, other) => compareNames(one.businessName, other.businessName));

/** True if another connected account of the team, of the same service and generation, would serve a business. */
export const hasSuccessor = (store: Store, accountID: string, businessID: string): boolean =>
  store
    .prepare<[string, string]>(
      `SELECT 1 FROM accounts a
       JOIN accounts o ON o.account_id <> a.account_id AND ${sameGeneration} AND o.connected = 1
         AND o.team_since IS NOT NULL
       JOIN businesses b ON b.account_id = o.account_id AND b.covered = 1
       WHERE b.business_id = ? AND a.account_id = ? LIMIT 1`,
    )
    .get(businessID, accountID) !== undefined;

/** Skips the backfill of connected accounts whose businesses are all served by others. */
export const skipIdleBackfills = (store: Store): void => {
  store
    .prepare<[]>(
      `UPDATE accounts SET backfill = 'done'
       WHERE backfill = 'waiting' AND connected = 1
         AND EXISTS (SELECT 1 FROM businesses b
           WHERE b.account_id = accounts.account_id AND b.covered = 1)
         AND NOT EXISTS (SELECT 1 FROM held_businesses h WHERE h.account_id = accounts.account_id)`,
    )
    .run();
};

export type Twin = {
  readonly lead: number;
  readonly accountID: AccountID;
  readonly complete: number;
};

// CROSS JOIN fixes the order: otherwise SQLite scans all leads instead of the few accounts.
const listTwins = (store: Store, accountID: string, negotiationID: string, comparison: '<' | '>') =>
  store
    .prepare<[{ accountID: string; negotiationID: string }], Twin>(
      `SELECT l.lead, l.account_id AS accountID, l.complete
       FROM accounts a CROSS JOIN accounts o ON o.service = a.service
         AND o.generation ${comparison} a.generation
       CROSS JOIN leads l ON l.account_id = o.account_id AND l.negotiation_id = @negotiationID
       WHERE a.account_id = @accountID
       ORDER BY o.connected DESC`,
    )
    .all({ accountID, negotiationID });

/** Leads of a negotiation in accounts of an older generation of the same service. */
export const listOlderTwins = (store: Store, accountID: string, negotiationID: string) =>
  listTwins(store, accountID, negotiationID, '<');

/** The newer twin that lists show instead of `lead`, or null. */
export const findListedTwin = (store: Store, lead: number): number | null => {
  const hidden = store
    .prepare<[number], { accountID: string; negotiationID: string }>(
      `SELECT l.account_id AS accountID, l.negotiation_id AS negotiationID
       FROM leads l LEFT JOIN inbox i ON i.lead = l.lead WHERE l.lead = ? AND i.lead IS NULL`,
    )
    .get(lead);
  return hidden === undefined
    ? null
    : (findNewerTwin(store, hidden.accountID, hidden.negotiationID)?.lead ?? null);
};

/** The lead of a negotiation in an account of a newer generation of the same service. */
export const findNewerTwin = (
  store: Store,
  accountID: string,
  negotiationID: string,
): Twin | null => listTwins(store, accountID, negotiationID, '>')[0] ?? null;
