/** Stores a legacy lead record. Call inside ingest's transaction. */
import { putNamedBusiness } from '../../../leads/businesses.ts';
import { keepPhone } from '../../../leads/lead-phones.ts';
import type { LeadRecord } from '../../../leads/lead-record.ts';
import { findLead, putLead } from '../../../leads/leads.ts';
import { nameCustomer } from '../../../conversation/messages.ts';
import { foldDescription } from '../../ingest/description.ts';
import { factsOf } from '../../ingest/lead-facts.ts';
import type { IngestContext } from '../../ingest/context.ts';
import { chargeOfLead } from './price.ts';

/**
 * Stores a lead record. Legacy leads cannot be polled, so a repeated call with other contents is the only
 * way to learn of a change: the last one wins.
 */
export const applyLead = (context: IngestContext, record: LeadRecord, raw: unknown): void => {
  const { store, accountID, source, changes } = context;
  const known = findLead(store, accountID, record.negotiationID);
  const json = JSON.stringify(raw);
  if (known?.record === json) return;

  const charge = chargeOfLead(store, accountID, record);
  const facts = { ...factsOf(record, json, source.now), ...charge };
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
