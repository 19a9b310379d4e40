/**
 * What legacy lead updates have said of the price of a lead, whether the lead is here or not: the
 * price is generated after the lead, and calls come in any order (service.md, Endpoints G).
 */
import type { Store } from '../platform/store/store.ts';

export type LeadPrice = {
  /** The service's display string; null when it did not say. */
  readonly leadPrice: string | null;
  readonly chargeState: string | null;
};

/** What was said of a lead's price so far, or null when nothing was. */
export const leadPriceOf = (
  store: Store,
  accountID: string,
  negotiationID: string,
): LeadPrice | null =>
  store
    .prepare<[string, string], LeadPrice>(
      'leadPrices.get',
      `SELECT lead_price AS leadPrice, charge_state AS chargeState FROM lead_prices
       WHERE account_id = ? AND negotiation_id = ?`,
    )
    .get(accountID, negotiationID) ?? null;

/** Keeps what an update said; what it did not say stays. */
export const keepLeadPrice = (
  store: Store,
  accountID: string,
  negotiationID: string,
  { leadPrice, chargeState }: LeadPrice,
): void => {
  store
    .prepare<[string, string, string | null, string | null]>(
      'leadPrices.keep',
      `INSERT INTO lead_prices (account_id, negotiation_id, lead_price, charge_state)
       VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET lead_price = ifnull(excluded.lead_price, lead_price),
         charge_state = ifnull(excluded.charge_state, charge_state)`,
    )
    .run(accountID, negotiationID, leadPrice, chargeState);
};
