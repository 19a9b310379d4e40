/** The saved reply in the editor; it survives a change of the screen. */
import type { StoreApi } from 'zustand/vanilla';
import type { LeadStores } from '../leads/stores.ts';
import { useStoresOf } from '../platform/stores.ts';
import { createReplyEditor, type ReplyEditor } from './reply-editor.ts';

export type SavedReplyStores = LeadStores & { readonly replyEditor: StoreApi<ReplyEditor> };

export const createSavedReplyStores = (stores: LeadStores): SavedReplyStores => ({
  ...stores,
  replyEditor: createReplyEditor(stores),
});

export const useSavedReplyStores = useStoresOf<SavedReplyStores>;
