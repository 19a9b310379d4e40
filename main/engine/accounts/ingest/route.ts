/**
 * Routes a record to the account that serves its business: several accounts may list it and receive
 * the record (decision 0009). Call inside ingest's transaction.
 */
import type { MessageRecord } from '../../conversation/message-record.ts';
import type { LeadRecord } from '../../leads/lead-record.ts';
import { routeToAccount } from '../transfer.ts';
import { applyMessage } from './message.ts';
import { applyNegotiation } from './negotiation.ts';
import { readAccountFacts, type IngestContext } from './context.ts';

const routeContext = (
  context: IngestContext,
  negotiationID: string,
  businessID: string,
): IngestContext => {
  const { store, source, changes } = context;
  if (!context.account.hasSiblings) return context;
  const about = { negotiationID, businessID };
  const { accountID, movedLeads } = routeToAccount(store, context.accountID, about, source.now);
  for (const lead of movedLeads) changes.leads.add(lead);
  return { ...context, accountID, account: readAccountFacts(store, accountID) };
};

/** Applies a lead record to the account that serves its business. */
export const routeNegotiation = (context: IngestContext, record: LeadRecord, raw: unknown): void =>
  applyNegotiation(
    routeContext(context, record.negotiationID, record.business.businessID),
    record,
    raw,
  );

/** Applies a message to the account that serves its lead. */
export const routeMessage = (
  context: IngestContext,
  negotiationID: string,
  record: MessageRecord,
): void =>
  applyMessage(
    routeContext(context, negotiationID, record.business.businessID),
    negotiationID,
    record,
  );
