/**
 * What a legacy lead costs: said in the lead or, later or earlier, in updates of it (service.md, Lead
 * and Lead update). Called inside ingest's transaction.
 */
import type { Money } from '../../../../../contract/records.ts';
import { readMoney } from '../../../platform/money.ts';
import { keepLeadPrice, leadPriceOf } from '../../../leads/lead-prices.ts';
import { findLead, setPrice } from '../../../leads/leads.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { LeadRecord } from '../../../leads/lead-record.ts';
import type { Told } from '../../ingest/told.ts';
import type { LeadUpdate } from '../records.ts';

export type Charge = { readonly price: Money | null; readonly chargeState: string | null };

type Said = { readonly leadPrice: string | null; readonly chargeState: string | null };

/**
 * Without a price there is no charge state, with one it is `Charged` (service.md, Lead, ChargeState
 * rules 1 and 2); a state that we do not know is kept as it came.
 */
const chargeOf = ({ leadPrice, chargeState }: Said): Charge =>
  leadPrice === null
    ? { price: null, chargeState: null }
    : { price: readMoney(leadPrice), chargeState: chargeState ?? 'Charged' };

/** What a lead costs by its record and by the updates that came for it: an update is newer. */
export const chargeOfLead = (store: Store, accountID: string, record: LeadRecord): Charge => {
  const kept = leadPriceOf(store, accountID, record.negotiationID);
  return chargeOf({
    leadPrice: kept?.leadPrice ?? record.price?.text ?? null,
    chargeState: kept?.chargeState ?? record.chargeState,
  });
};

/** Takes over a lead update; one for a lead that is not here is kept until the lead comes. */
export const applyLeadUpdate = (
  { store, accountID, source, changes }: Told,
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
