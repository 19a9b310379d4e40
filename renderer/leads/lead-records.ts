/** The stores that those of marks, selection and replies use. */
import type { StoreApi } from 'zustand/vanilla';
import type { LeadID } from '../../contract/records.ts';
import type { AccountStores } from '../accounts/stores.ts';
import type { Calling } from './calling.ts';
import type { Conversation } from './conversation.ts';
import type { Drafts } from './drafts.ts';
import type { Leads } from './leads.ts';

export type LeadRecords = AccountStores & {
  readonly leads: StoreApi<Leads>;
  readonly conversation: StoreApi<Conversation>;
  readonly drafts: StoreApi<Drafts>;
  readonly calling: StoreApi<Calling>;
};

/** Opens a lead in the inbox, in any view. */
export const showLead = (
  { leads, session }: Pick<LeadRecords, 'leads' | 'session'>,
  leadID: LeadID,
): void => {
  session.getState().go('inbox');
  void leads.getState().reveal(leadID);
};

export const showInInbox = (
  { leads, session }: Pick<LeadRecords, 'leads' | 'session'>,
  list: Parameters<Leads['show']>[0],
): void => {
  session.getState().go('inbox');
  void leads.getState().show(list);
};
