/**
 * The same business can be listed under two sign-ins of one service (live-facts, Recorded in
 * production). It is one business then: one account works for it, and each of its leads stands once,
 * with that account (decision 0009). When the account changes, the leads go over with everything
 * that the professional made of them.
 */
import { findLead } from '../leads/leads.ts';
import {
  hasSiblings,
  holderOf,
  leadsOfNegotiation,
  misplacedLeads,
  restIdleAccounts,
  type HeldLead,
} from '../leads/holders.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { toldAndRead } from '../leads/read-mark.ts';
import type { Store } from '../platform/store/store.ts';
import { mergeLead } from './merge.ts';

/** Gives a lead to an account that does not have its negotiation; an id that it has stays where it is. */
const rehome = (store: Store, lead: number, accountID: string): void => {
  const to = { lead, accountID };
  store
    .prepare<[typeof to]>(
      'handOver.messages',
      `UPDATE messages SET account_id = @accountID,
         message_id = CASE WHEN EXISTS (SELECT 1 FROM messages other
           WHERE other.account_id = @accountID AND other.message_id = messages.message_id)
           THEN NULL ELSE message_id END
       WHERE lead = @lead`,
    )
    .run(to);
  for (const table of ['leads', 'outbox', 'polls']) {
    store
      .prepare<[typeof to]>(
        `handOver.${table}`,
        `UPDATE ${table} SET account_id = @accountID WHERE lead = @lead`,
      )
      .run(to);
  }
};

/** Brings a lead to the account `to`, into the lead that it has already if it has one. */
const bring = (store: Store, lead: HeldLead, to: string, now: number): void => {
  const there = findLead(store, to, lead.negotiationID);
  if (there === null) {
    rehome(store, lead.lead, to);
    refreshInbox(store, lead.lead);
    return;
  }
  const { readAt } = toldAndRead(store, there.lead);
  mergeLead(store, lead, { lead: there.lead, accountID: to, readAt }, now);
};

/** What a record is about, as far as it says. */
export type About = { readonly negotiationID: string; readonly businessID: string | undefined };

/**
 * The account that a record belongs to which the account `asked` was given, inside the caller's
 * transaction: the one that works for its business, else the one that has its lead. Leads of it that
 * stand elsewhere are brought there; `moved` names them.
 *
 * @param now UTC milliseconds
 */
export const accountFor = (
  store: Store,
  asked: string,
  { negotiationID, businessID }: About,
  now: number,
): { readonly accountID: string; readonly moved: readonly number[] } => {
  if (!hasSiblings(store, asked)) return { accountID: asked, moved: [] };
  const held = leadsOfNegotiation(store, asked, negotiationID);
  const business = businessID || held.find((lead) => lead.businessID !== '')?.businessID || '';
  const accountID =
    holderOf(store, asked, business) ??
    held.find(({ connected }) => connected === 1)?.accountID ??
    asked;
  const away = held.filter((lead) => lead.accountID !== accountID);
  for (const lead of away) bring(store, lead, accountID, now);
  return { accountID, moved: away.map(({ lead }) => lead) };
};

/**
 * Brings leads to the accounts that work for their businesses now, at most `most` of them; returns how
 * many. Asked again until it gives 0.
 *
 * @param now UTC milliseconds
 */
export const handOver = (store: Store, most: number, now: number): number =>
  store.writeAgain(() => {
    const leads = misplacedLeads(store, most);
    for (const lead of leads) bring(store, lead, lead.holder, now);
    if (leads.length === 0) restIdleAccounts(store);
    return leads.length;
  });
