/**
 * Price of a legacy lead, from its record or from lead updates, which can arrive before or after it
 * (service.md, Lead and Lead update). Call inside ingest's transaction.
 */
import type { Money } from '../../../../../contract/records.ts';
import { readMoney } from '../../../platform/money.ts';
import { keepLeadPrice, leadPriceOf } from '../../../leads/lead-prices.ts';
import { findLead, setPrice } from '../../../leads/leads.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { LeadRecord } from '../../../leads/lead-record.ts';
import type { IngestContext } from '../../ingest/context.ts';
import type { LeadUpdate } from '../records.ts';

export type Charge = { readonly price: Money | null; readonly chargeState: string | null };

type PriceFields = { readonly leadPrice: string | null; readonly chargeState: string | null };

/**
 * Without a price there is no charge state, with one it is `Charged` (service.md, Lead, ChargeState
 * rules 1 and 2); an unknown state stays unchanged.
 */
const chargeOf = ({ leadPrice, chargeState }: PriceFields): Charge =>
  leadPrice === null
    ? { price: null, chargeState: null }
    : { price: readMoney(leadPrice), chargeState: chargeState ?? 'Charged' };

/** Price by the record and its updates; an update takes precedence. */
export const chargeOfLead = (store: Store, accountID: string, record: LeadRecord): Charge => {
  const kept = leadPriceOf(store, accountID, record.negotiationID);
  return chargeOf({
    leadPrice: kept?.leadPrice ?? record.price?.text ?? null,
    chargeState: kept?.chargeState ?? record.chargeState,
  });
};

/** Applies a lead update; one for an unknown lead is stored until the lead arrives. */
export const applyLeadUpdate = (
  { store, accountID, source, changes }: IngestContext,
  update: LeadUpdate,
): void => {
  const { leadID } = update;
  keepLeadPrice(store, accountID, leadID, {
    leadPrice: update.leadPrice ?? null,
    chargeState: update.chargeState ?? null,
  });
  const known = findLead(store, accountID, leadID);
  const kept = leadPriceOf(store, accountID, leadID);
  if (known === null || kept?.leadPrice == null) return;
  const { price, chargeState } = chargeOf(kept);
  if (setPrice(store, known.lead, price, chargeState, source.now)) changes.leads.add(known.lead);
};
