/**
 * Routes a record to the account that its lead belongs to: a business can be listed under several accounts
 * (decision 0009), and any of them may receive it. Call inside ingest's transaction.
 */
import type { MessageRecord } from '../../conversation/message-record.ts';
import type { LeadRecord } from '../../leads/lead-record.ts';
import { accountFor } from '../transfer.ts';
import { applyMessage } from './message.ts';
import { applyNegotiation } from './negotiation.ts';
import type { IngestContext } from './context.ts';

const routed = (
  context: IngestContext,
  negotiationID: string,
  businessID: string,
): IngestContext => {
  const { store, source, changes } = context;
  const about = { negotiationID, businessID };
  const { accountID, moved } = accountFor(store, context.accountID, about, source.now);
  for (const lead of moved) changes.leads.add(lead);
  return { ...context, accountID };
};

/** @param raw the raw record */
export const routeNegotiation = (context: IngestContext, record: LeadRecord, raw: unknown): void =>
  applyNegotiation(routed(context, record.negotiationID, record.business.businessID), record, raw);

export const routeMessage = (
  context: IngestContext,
  negotiationID: string,
  record: MessageRecord,
): void =>
  applyMessage(routed(context, negotiationID, record.business.businessID), negotiationID, record);
