/**
 * Stores legacy lead records and their prices, which can arrive before or after the lead. Call
 * inside ingest's transaction.
 */
import type { Money } from '../../../../../../contract/records.ts';
import { nameCustomer } from '../../../../conversation/messages.ts';
import { putNamedBusiness } from '../../../../leads/businesses.ts';
import { keepPhone } from '../../../../leads/lead-phones.ts';
import { keepLeadPrice, leadPriceOf } from './lead-prices.ts';
import type { LeadRecord } from '../../../../leads/lead-record.ts';
import { findLead, leadRecordOf, putLead, setPrice } from '../../../../leads/leads.ts';
import { readMoney } from '../../../../platform/money.ts';
import type { IngestContext } from '../../../../accounts/ingest/context.ts';
import { foldDescription } from '../../../../accounts/ingest/description.ts';
import { withKnownFields } from '../../../../accounts/ingest/known-fields.ts';
import { deriveFacts } from '../../../../accounts/ingest/lead-facts.ts';
import type { LeadUpdate } from '../records.ts';

type Charge = { readonly price: Money | null; readonly chargeState: string | null };

/** Applies the rules of conformance.md, ChargeState. An unknown state stays unchanged. */
const chargeFor = (leadPrice: string | null, chargeState: string | null): Charge =>
  leadPrice === null
    ? { price: null, chargeState: null }
    : { price: readMoney(leadPrice), chargeState: chargeState ?? 'Charged' };

/** Legacy leads cannot be polled, so the last call wins. A lead update takes precedence. */
export const applyLead = (context: IngestContext, read: LeadRecord, received: unknown): void => {
  const { store, accountID, source, changes, reader } = context;
  const known = findLead(store, accountID, read.negotiationID);
  const before = known === null ? null : leadRecordOf(store, known.lead);
  const { record, raw } = withKnownFields(reader, before, read, received);
  const json = JSON.stringify(raw);
  if (before === json) return;

  const update = leadPriceOf(store, accountID, record.negotiationID);
  const charge = chargeFor(
    update?.leadPrice ?? record.price?.text ?? null,
    update?.chargeState ?? record.chargeState,
  );
  const facts = { ...deriveFacts(record, json, source.now), ...charge };
  const lead = putLead(store, accountID, facts, source.now);
  nameCustomer(store, lead, facts.customerName);
  changes.leads.add(lead);
  const { phone } = record.customer;
  if (phone !== null) keepPhone(store, lead, phone, true);
  const describedAt = foldDescription(context, lead);
  if (facts.businessID !== '') {
    const { name } = record.business;
    if (putNamedBusiness(store, accountID, facts.businessID, name)) changes.kinds.add('businesses');
  }
  if (known?.complete === true) return;
  changes.activity.push({ accountID, lead, kind: 'lead', at: describedAt ?? facts.createdAt });
};

/** An update of an unknown lead is stored until the lead arrives. */
export const applyLeadUpdate = (
  { store, accountID, source, changes }: IngestContext,
  { leadID, leadPrice, chargeState }: LeadUpdate,
): void => {
  const update = { leadPrice: leadPrice ?? null, chargeState: chargeState ?? null };
  keepLeadPrice(store, accountID, leadID, update);
  const known = findLead(store, accountID, leadID);
  const kept = leadPriceOf(store, accountID, leadID);
  if (known === null || kept?.leadPrice == null) return;
  const charge = chargeFor(kept.leadPrice, kept.chargeState);
  if (setPrice(store, known.lead, charge.price, charge.chargeState, source.now))
    changes.leads.add(known.lead);
};
