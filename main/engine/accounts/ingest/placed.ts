/**
 * Takes a record over where its lead belongs: the same business can be listed under several accounts
 * (decision 0009), whichever of them was told. Called inside ingest's transaction.
 */
import type { MessageRecord } from '../../conversation/message-record.ts';
import type { LeadRecord } from '../../leads/lead-record.ts';
import { accountFor } from '../hand-over.ts';
import { applyMessage } from './message.ts';
import { applyNegotiation } from './negotiation.ts';
import type { Told } from './told.ts';

const placed = (told: Told, negotiationID: string, businessID: string): Told => {
  const { store, source, changes } = told;
  const about = { negotiationID, businessID };
  const { accountID, moved } = accountFor(store, told.accountID, about, source.now);
  for (const lead of moved) changes.leads.add(lead);
  return { ...told, accountID };
};

/** @param raw the record as it came */
export const takeNegotiation = (told: Told, record: LeadRecord, raw: unknown): void =>
  applyNegotiation(placed(told, record.negotiationID, record.business.businessID), record, raw);

export const takeMessage = (told: Told, negotiationID: string, record: MessageRecord): void =>
  applyMessage(placed(told, negotiationID, record.business.businessID), negotiationID, record);
