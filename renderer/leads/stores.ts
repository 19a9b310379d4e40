/** The stores that several areas share. */
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LeadID } from '../../contract/records.ts';
import type { AccountStores } from '../accounts/stores.ts';
import { useStoresOf } from '../platform/stores.ts';
import { createCalling, type Calling } from './calling.ts';
import { createConversation, type Conversation } from './conversation.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createInserting, type Inserting } from './inserting.ts';
import type { LeadRecords } from './lead-records.ts';
import { createLeads, type Leads } from './leads.ts';
import { createMarking, type Marking } from './marking.ts';
import { createViewer, type Viewer } from './photo-place.ts';
import { createReplyLanguages, type ReplyLanguages } from './reply-language.ts';
import { createSavedReplying, type SavedReplying } from './saved-replies.ts';
import { createSearching, type Searching } from './searching.ts';
import { createSelecting, type Selecting } from './selection.ts';
import { createValuing, type Valuing } from './valuing.ts';

export type Tagging = { readonly open: LeadID | null };

export type LeadStores = LeadRecords & {
  readonly marking: Marking;
  readonly valuing: Valuing;
  readonly selecting: StoreApi<Selecting>;
  readonly searching: StoreApi<Searching>;
  readonly inserting: Inserting;
  readonly replyLanguages: StoreApi<ReplyLanguages>;
  readonly savedReplying: SavedReplying;
  /** The lead whose tag picker is open. */
  readonly tagging: StoreApi<Tagging>;
  readonly viewer: StoreApi<Viewer>;
};

export const createLeadStores = (accounts: AccountStores): LeadStores => {
  const { bridge, queries } = accounts;
  const drafts = createDrafts(bridge);
  const records: LeadRecords = {
    ...accounts,
    leads: createLeads(bridge),
    conversation: createConversation(queries),
    drafts,
    calling: createCalling(drafts),
  };
  const inserting = createInserting();
  const replyLanguages = createReplyLanguages(inserting);
  return {
    ...records,
    inserting,
    replyLanguages,
    marking: createMarking(records),
    valuing: createValuing(records),
    selecting: createSelecting(records),
    searching: createSearching(records),
    savedReplying: createSavedReplying({ ...records, inserting, replyLanguages }),
    tagging: createStore(() => ({ open: null })),
    viewer: createViewer(),
  };
};

export const useLeadStores = useStoresOf<LeadStores>;

export const useLeads = <T>(read: (state: Leads) => T): T => useStore(useLeadStores().leads, read);
export const useConversation = <T>(read: (state: Conversation) => T): T =>
  useStore(useLeadStores().conversation, read);
export const useSearching = <T>(read: (state: Searching) => T): T =>
  useStore(useLeadStores().searching, read);
export const useDrafts = <T>(read: (state: Drafts) => T): T =>
  useStore(useLeadStores().drafts, read);
export const useCalling = <T>(read: (state: Calling) => T): T =>
  useStore(useLeadStores().calling, read);
export const useSelecting = <T>(read: (state: Selecting) => T): T =>
  useStore(useLeadStores().selecting, read);
