/** A legacy lead record becomes a lead. Called inside ingest's transaction. */
import { putNamedBusiness } from '../../../leads/businesses.ts';
import { keepPhone } from '../../../leads/lead-phones.ts';
import type { LeadRecord } from '../../../leads/lead-record.ts';
import { findLead, putLead } from '../../../leads/leads.ts';
import { nameCustomer } from '../../../conversation/messages.ts';
import { foldDescription } from '../../ingest/description.ts';
import { factsOf } from '../../ingest/lead-facts.ts';
import type { Told } from '../../ingest/told.ts';
import { chargeOfLead } from './price.ts';

/**
 * Takes over a lead record. The legacy interface cannot be asked, so a lead that comes again with
 * other contents is the only way in which it can have changed: the one that came last stands.
 */
export const applyLead = (told: Told, record: LeadRecord, raw: unknown): void => {
  const { store, accountID, source, changes } = told;
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
  const describedAt = foldDescription(told, lead);
  if (facts.businessID !== '') {
    const { name } = record.business;
    if (putNamedBusiness(store, accountID, facts.businessID, name)) changes.kinds.add('businesses');
  }
  if (known?.complete === true) return;
  changes.activity.push({ accountID, lead, kind: 'lead', at: describedAt ?? facts.createdAt });
};
