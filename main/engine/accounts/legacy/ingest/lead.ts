/** A legacy lead record becomes a lead. Called inside ingest's transaction. */
import { decodeEntities } from '../../../platform/entities.ts';
import { putNamedBusiness } from '../../../leads/businesses.ts';
import { keepPhone } from '../../../leads/lead-phones.ts';
import { findLead, putLead, type LeadFacts } from '../../../leads/leads.ts';
import { nameCustomer } from '../../../conversation/messages.ts';
import type { Store } from '../../../platform/store/store.ts';
import { foldDescription } from '../../ingest/description.ts';
import type { Source } from '../../ingest/source.ts';
import type { Touched } from '../../ingest/touched.ts';
import { chargeOfLead, type Charge } from './price.ts';
import type { LeadRecord } from '../records.ts';

const factsOf = (record: LeadRecord, raw: string, charge: Charge, now: number): LeadFacts => {
  const { request, customer, business } = record;
  const customerName = decodeEntities(customer?.name ?? '').trim();
  const category = decodeEntities(request?.category ?? '');
  const city = decodeEntities(request?.location?.city ?? '');
  const answers = request?.details.flatMap(({ question, answer }) => [question, answer]) ?? [];
  return {
    negotiationID: record.leadID,
    businessID: business?.businessID ?? '',
    customerID: customer?.customerID ?? '',
    customerName,
    category,
    city,
    // The legacy interface knows no status of a lead.
    status: '',
    price: charge.price,
    chargeState: charge.chargeState,
    createdAt: record.createTimestamp ?? now,
    record: raw,
    searchText: [customerName, category, city, request?.title, request?.description, ...answers]
      .map((part) => decodeEntities(part ?? ''))
      .join('\n'),
  };
};

/**
 * Takes over a lead record. The legacy interface cannot be asked, so a lead that comes again with
 * other contents is the only way in which it can have changed: the one that came last stands.
 */
export const applyLead = (
  store: Store,
  accountID: string,
  record: LeadRecord,
  raw: unknown,
  source: Source,
  touched: Touched,
): void => {
  const known = findLead(store, accountID, record.leadID);
  const json = JSON.stringify(raw);
  if (known?.record === json) return;

  const charge = chargeOfLead(store, accountID, record);
  const facts = factsOf(record, json, charge, source.now);
  const lead = putLead(store, accountID, facts, source.now);
  nameCustomer(store, lead, facts.customerName);
  touched.leads.add(lead);
  if (record.customer?.phone !== undefined) keepPhone(store, lead, record.customer.phone, true);
  const describedAt = foldDescription(store, lead);
  if (facts.businessID !== '') {
    const name = decodeEntities(record.business?.name ?? '');
    if (putNamedBusiness(store, accountID, facts.businessID, name)) touched.kinds.add('businesses');
  }
  if (known?.complete === true) return;
  touched.news.push({ accountID, lead, kind: 'lead', at: describedAt ?? facts.createdAt });
};
