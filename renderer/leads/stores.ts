/** The stores of leads, which several areas share. */
import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LeadID, LeadRow, MessageID } from '../../contract/records.ts';
import type { AccountStores } from '../accounts/stores.ts';
import { useStoresOf } from '../platform/stores.ts';
import { createReplyFocus, type ReplyFocus } from './reply-focus.ts';
import { createConversation, type Conversation } from './conversation.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createInserting, type Inserting } from './inserting.ts';
import type { BaseLeadStores } from './lead-records.ts';
import { createLeads, type Leads } from './leads.ts';
import { createMarking, type Marking } from './marking.ts';
import { createReplyLanguages, type ReplyLanguages } from './reply-language.ts';
import { createSavedReplying, type SavedReplying } from './saved-replies.ts';
import { createSearching, type Searching } from './searching.ts';
import { createSelecting, type Selecting } from './selection.ts';
import { createLeadEditor, type LeadEditor } from './lead-editor.ts';

/** Identifies a photo of a lead. */
export type PhotoPlace = {
  readonly leadID: LeadID;
  /** Null for a photo of the request. */
  readonly messageID: MessageID | null;
  readonly index: number;
};

/** The lead whose picker is open. */
export type LeadPicker = { readonly open: LeadID | null };

export type LeadStores = BaseLeadStores & {
  readonly marking: Marking;
  readonly leadEditor: LeadEditor;
  readonly selecting: StoreApi<Selecting>;
  readonly searching: StoreApi<Searching>;
  readonly inserting: Inserting;
  readonly replyLanguages: StoreApi<ReplyLanguages>;
  readonly savedReplying: SavedReplying;
  readonly tagPicker: StoreApi<LeadPicker>;
  /** `hasNote`: the dialog that hands over with a note. */
  readonly assigneePicker: StoreApi<LeadPicker & { readonly hasNote: boolean }>;
  /** The photo that is open in the viewer. */
  readonly viewer: StoreApi<{ readonly shown: PhotoPlace | null }>;
};

export const createLeadStores = (accounts: AccountStores): LeadStores => {
  const { bridge, queries } = accounts;
  const conversation = createConversation(queries);
  const drafts = createDrafts(bridge, (leadID) => {
    const shown = conversation.getState();
    if (shown.leadID !== leadID || shown.state !== 'ready') return undefined;
    return shown.messages.at(-1)?.messageID ?? null;
  });
  // For a text that was begun before its conversation was loaded.
  conversation.subscribe(({ leadID, state }) => {
    if (leadID === null || state !== 'ready') return;
    const { texts, getSeen, see } = drafts.getState();
    if ((texts[leadID] ?? '') !== '' && getSeen(leadID) === undefined) see(leadID);
  });
  const leads = createLeads(bridge);
  const records: BaseLeadStores = {
    ...accounts,
    leads,
    conversation,
    drafts,
    replyFocus: createReplyFocus(drafts, leads),
  };
  const inserting = createInserting();
  const replyLanguages = createReplyLanguages(inserting);
  return {
    ...records,
    inserting,
    replyLanguages,
    marking: createMarking(records),
    leadEditor: createLeadEditor(records),
    selecting: createSelecting(records),
    searching: createSearching(records),
    savedReplying: createSavedReplying({ ...records, inserting, replyLanguages }),
    tagPicker: createStore(() => ({ open: null })),
    assigneePicker: createStore(() => ({ open: null, hasNote: false })),
    viewer: createStore(() => ({ shown: null })),
  };
};

export const useLeadStores = useStoresOf<LeadStores>;

export const useLeads = <T>(read: (state: Leads) => T): T => useStore(useLeadStores().leads, read);
export const useConversation = <T>(read: (state: Conversation) => T): T =>
  useStore(useLeadStores().conversation, read);
/** The lead's row, as in `findRow`; for an open dialog it stays when the lead leaves the list. */
export const useLastRow = (leadID: LeadID): LeadRow | undefined => {
  const listed = useLeads(({ rows }) => rows.find((row) => row.leadID === leadID));
  const open = useConversation(({ details }) => details?.row);
  const found = open?.leadID === leadID ? open : listed;
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  return found ?? last;
};
export const useSearching = <T>(read: (state: Searching) => T): T =>
  useStore(useLeadStores().searching, read);
export const useDrafts = <T>(read: (state: Drafts) => T): T =>
  useStore(useLeadStores().drafts, read);
export const useReplyFocus = <T>(read: (state: ReplyFocus) => T): T =>
  useStore(useLeadStores().replyFocus, read);
export const useSelecting = <T>(read: (state: Selecting) => T): T =>
  useStore(useLeadStores().selecting, read);
