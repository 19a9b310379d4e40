/** Stores the prices of legacy lead updates, which can arrive before their lead. */
import type { Store } from '../../../../platform/store/store.ts';

export type LeadPrice = {
  /** As the service displays it. */
  readonly leadPrice: string | null;
  readonly chargeState: string | null;
};

/** The stored price of a negotiation, or null if no update has arrived. */
export const findLeadPrice = (store: Store, accountID: string, negotiationID: string) =>
  store
    .prepare<[string, string], LeadPrice>(
      `SELECT lead_price AS leadPrice, charge_state AS chargeState FROM lead_prices
       WHERE account_id = ? AND negotiation_id = ?`,
    )
    .get(accountID, negotiationID) ?? null;

/** Copies a price that arrived before its lead and was stored for another account of the same service. */
export const adoptLeadPrice = (store: Store, accountID: string, negotiationID: string): void => {
  store
    .prepare<[{ accountID: string; negotiationID: string }]>(
      `INSERT INTO lead_prices (account_id, negotiation_id, lead_price, charge_state)
       SELECT own.account_id, p.negotiation_id, p.lead_price, p.charge_state
       FROM accounts own JOIN accounts other ON other.service = own.service
       JOIN lead_prices p ON p.account_id = other.account_id AND p.negotiation_id = @negotiationID
       WHERE own.account_id = @accountID AND other.account_id <> own.account_id
       ON CONFLICT DO NOTHING`,
    )
    .run({ accountID, negotiationID });
};

/** Stores the fields of an update; missing ones keep their value. */
export const keepLeadPrice = (
  store: Store,
  accountID: string,
  negotiationID: string,
  { leadPrice, chargeState }: LeadPrice,
): void => {
  store
    .prepare<[string, string, string | null, string | null]>(
      `INSERT INTO lead_prices (account_id, negotiation_id, lead_price, charge_state)
       VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET lead_price = ifnull(excluded.lead_price, lead_price),
         charge_state = ifnull(excluded.charge_state, charge_state)`,
    )
    .run(accountID, negotiationID, leadPrice, chargeState);
};
