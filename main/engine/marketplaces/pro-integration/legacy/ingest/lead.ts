/**
 * Stores legacy lead records and their prices, which can arrive before or after the lead. Call
 * inside ingest's transaction.
 */
import type { Money } from '../../../../../../contract/records.ts';
import { setCustomerName } from '../../../../conversation/messages.ts';
import { putNamedBusiness } from '../../../../leads/businesses.ts';
import { keepPhone } from '../../../../leads/lead-phones.ts';
import { adoptLeadPrice, findLeadPrice, keepLeadPrice } from './lead-prices.ts';
import type { LeadRecord } from '../../../../leads/lead-record.ts';
import { findLead, findLeadRecord, putLead, setPrice } from '../../../../leads/leads.ts';
import { parseMoney } from '../../../../platform/money.ts';
import type { IngestContext } from '../../../../accounts/ingest/context.ts';
import { foldDescription } from '../../../../accounts/ingest/description.ts';
import { addKnownFields } from '../../../../accounts/ingest/known-fields.ts';
import { computeCreatedAt, deriveFacts } from '../../../../accounts/ingest/lead-facts.ts';
import type { LeadUpdate } from '../records.ts';

type Charge = { readonly price: Money | null; readonly chargeState: string | null };

/** Applies the rules of conformance.md, ChargeState. An unknown state stays unchanged. */
const decideCharge = (leadPrice: string | null, chargeState: string | null): Charge =>
  leadPrice === null
    ? { price: null, chargeState: null }
    : { price: parseMoney(leadPrice), chargeState: chargeState ?? 'Charged' };

/** Legacy leads cannot be polled, so the latest delivery wins. A price from a lead update takes precedence. */
export const applyLead = (context: IngestContext, parsed: LeadRecord, received: unknown): void => {
  const { store, accountID, source, changes, reader } = context;
  const known = findLead(store, accountID, parsed.negotiationID);
  const storedRecord = known === null ? null : findLeadRecord(store, known.lead);
  const { record, raw } = addKnownFields(reader, storedRecord, parsed, received);
  const newRecord = JSON.stringify(raw);
  if (storedRecord === newRecord) return;

  if (known?.complete !== true) adoptLeadPrice(store, accountID, record.negotiationID);
  const storedPrice = findLeadPrice(store, accountID, record.negotiationID);
  const charge = decideCharge(
    storedPrice?.leadPrice ?? record.price?.text ?? null,
    storedPrice?.chargeState ?? record.chargeState,
  );
  const createdAt = computeCreatedAt(store, known, record, source.now);
  const facts = { ...deriveFacts(record, newRecord, createdAt), ...charge };
  const lead = putLead(store, accountID, facts, source.now);
  setCustomerName(store, lead, facts.customerName);
  changes.leads.add(lead);
  const { phone } = record.customer;
  if (phone !== null) keepPhone(store, lead, phone, true);
  const describedAt = foldDescription(context, lead);
  if (facts.businessID !== '') {
    const { name } = record.business;
    if (putNamedBusiness(store, accountID, facts.businessID, name)) changes.kinds.add('businesses');
  }
  // Only the first complete record announces a new lead.
  if (known?.complete === true) return;
  changes.activity.push({ accountID, lead, kind: 'lead', at: describedAt ?? facts.createdAt });
};

/** Stores every update. It is applied now if the lead is known, otherwise by `applyLead`. */
export const applyLeadUpdate = (
  { store, accountID, source, changes }: IngestContext,
  { leadID, leadPrice, chargeState }: LeadUpdate,
): void => {
  const price = { leadPrice: leadPrice ?? null, chargeState: chargeState ?? null };
  keepLeadPrice(store, accountID, leadID, price);
  const known = findLead(store, accountID, leadID);
  const storedPrice = findLeadPrice(store, accountID, leadID);
  if (known === null || storedPrice?.leadPrice == null) return;
  const charge = decideCharge(storedPrice.leadPrice, storedPrice.chargeState);
  if (setPrice(store, known.lead, charge.price, charge.chargeState, source.now))
    changes.leads.add(known.lead);
};
