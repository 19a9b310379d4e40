/** Stores the prices of legacy lead updates, which can arrive before their lead. */
import type { Store } from '../../../../platform/store/store.ts';

export type LeadPrice = {
  /** As the service displays it. */
  readonly leadPrice: string | null;
  readonly chargeState: string | null;
};

export const leadPriceOf = (store: Store, accountID: string, negotiationID: string) =>
  store
    .prepare<[string, string], LeadPrice>(
      'leadPrices.get',
      `SELECT lead_price AS leadPrice, charge_state AS chargeState FROM lead_prices
       WHERE account_id = ? AND negotiation_id = ?`,
    )
    .get(accountID, negotiationID) ?? null;

/** Stores the fields of an update; missing ones keep their value. */
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
