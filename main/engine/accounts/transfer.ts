/**
 * Transfers leads between accounts. A business can be listed under two sign-ins of one service; one
 * account serves it and has its leads (decision 0009).
 */
import { findLead } from '../leads/leads.ts';
import {
  findHolder,
  listLeadsOfNegotiation,
  listMisplacedLeads,
  skipIdleBackfills,
  type HeldLead,
} from '../leads/holders.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { readNotifiedAndRead } from '../leads/read-mark.ts';
import type { Store } from '../platform/store/store.ts';
import { mergeLead } from './merge.ts';
import { movedMessageID } from './merge-messages.ts';

const moveRows = (store: Store, lead: number, accountID: string): void => {
  const to = { lead, accountID };
  const sql = `UPDATE messages SET account_id = @accountID, message_id = ${movedMessageID}
    WHERE lead = @lead`;
  store.prepare<[typeof to]>(sql).run(to);
  for (const table of ['leads', 'outbox', 'polls']) {
    const update = `UPDATE ${table} SET account_id = @accountID WHERE lead = @lead`;
    store.prepare<[typeof to]>(update).run(to);
  }
};

/** Moves a lead, or merges it into that account's lead of the same negotiation. */
const transferLead = (store: Store, lead: HeldLead, to: string, now: number): void => {
  const existing = findLead(store, to, lead.negotiationID);
  if (existing === null) {
    moveRows(store, lead.lead, to);
    refreshInbox(store, lead.lead);
    return;
  }
  const { readAt } = readNotifiedAndRead(store, existing.lead);
  mergeLead(store, lead, { lead: existing.lead, accountID: to, readAt }, now);
};

/**
 * Chooses the account that serves a record's business, else a connected one that has its lead, else the one
 * that received the record. Transfers the leads of other accounts to it and returns them as `movedLeads`. Call
 * only for an account with siblings.
 */
export const routeToAccount = (
  store: Store,
  receivedBy: string,
  { negotiationID, businessID }: { negotiationID: string; businessID: string },
  now: number,
): { readonly accountID: string; readonly movedLeads: readonly number[] } => {
  const candidates = listLeadsOfNegotiation(store, receivedBy, negotiationID);
  const business =
    businessID || candidates.find((lead) => lead.businessID !== '')?.businessID || '';
  const accountID =
    findHolder(store, receivedBy, business) ??
    candidates.find(({ connected }) => connected === 1)?.accountID ??
    receivedBy;
  const misplaced = candidates.filter((lead) => lead.accountID !== accountID);
  for (const lead of misplaced) transferLead(store, lead, accountID, now);
  return { accountID, movedLeads: misplaced.map(({ lead }) => lead) };
};

/** Transfers up to `most` misplaced leads; returns their number. Without any, ends the first sync of idle accounts. */
export const transferLeads = (store: Store, most: number, now: number): number =>
  store.writeRepeatable(() => {
    const leads = listMisplacedLeads(store, most);
    for (const lead of leads) transferLead(store, lead, lead.holder, now);
    if (leads.length === 0) skipIdleBackfills(store);
    return leads.length;
  });
