/** The lead list, the open conversation and its draft: the stores on which marks, selection and replies are built. */
import type { StoreApi } from 'zustand/vanilla';
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
