/** The editor of saved replies. Unsaved changes remain until the window closes. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedReply, SavedReplyID } from '../../contract/commands/saved-replies.ts';
import type { Failure } from '../../contract/errors.ts';
import { awaitFailure } from '../platform/bridge.ts';
import type { LeadStores } from '../leads/stores.ts';
import { useStoresOf } from '../platform/stores.ts';

export type ReplyEditor = {
  /** The reply on the screen; null for none. */
  readonly open: SavedReplyID | null;
  /** Replies with unsaved changes. */
  readonly unsaved: Readonly<Record<SavedReplyID, SavedReply>>;
  readonly error: Failure | null;
  readonly choose: (savedReplyID: SavedReplyID | null) => void;
  /** Opens a new, empty reply. */
  readonly createReply: () => void;
  /** Keeps an unsaved change. */
  readonly write: (reply: SavedReply) => void;
  /** Discards the unsaved changes. */
  readonly drop: (savedReplyID: SavedReplyID) => void;
  readonly save: (reply: SavedReply) => Promise<void>;
  /** Removes a reply; undo restores it at `position`. */
  readonly remove: (reply: SavedReply, position: number) => Promise<void>;
  /** @param replies all replies in their new order, without that of clicked times */
  readonly reorder: (replies: readonly SavedReply[]) => Promise<void>;
};

const omit = (
  unsaved: ReplyEditor['unsaved'],
  savedReplyID: SavedReplyID,
): ReplyEditor['unsaved'] =>
  Object.fromEntries(Object.entries(unsaved).filter(([each]) => each !== savedReplyID));

const createReplyEditor = ({
  bridge,
  queries,
  undoStack,
}: Pick<LeadStores, 'bridge' | 'queries' | 'undoStack'>): StoreApi<ReplyEditor> =>
  createStore<ReplyEditor>()((set, get) => ({
    open: null,
    unsaved: {},
    error: null,
    choose: (open) => set({ open, error: null }),
    createReply: () => {
      const savedReplyID = crypto.randomUUID() as SavedReplyID;
      get().write({ savedReplyID, name: '', text: '', scope: { for: 'all' }, isPinned: false });
      set({ open: savedReplyID, error: null });
    },
    write: (reply) => set({ unsaved: { ...get().unsaved, [reply.savedReplyID]: reply } }),
    drop: (savedReplyID) => set({ unsaved: omit(get().unsaved, savedReplyID), error: null }),
    save: async (reply) => {
      const answer = await bridge.invoke('savedReplies.save', reply);
      if (!answer.ok) return set({ error: answer.error });
      set({ error: null });
      // The reply may have been changed while it was saved.
      if (get().unsaved[reply.savedReplyID] === reply) get().drop(reply.savedReplyID);
    },
    remove: async (reply, position) => {
      const { savedReplyID, name } = reply;
      const removed = bridge.invoke('savedReplies.remove', { savedReplyID });
      undoStack.pushPending(removed, () => ({
        toast: { kind: 'done', getText: (t) => t('savedReply.removed', { name }) },
        undo: () => awaitFailure(bridge.invoke('savedReplies.save', { ...reply, position })),
      }));
      const error = await awaitFailure(removed);
      if (error !== null) return set({ error });
      get().drop(savedReplyID);
      if (get().open === savedReplyID) set({ open: null });
    },
    reorder: async (replies) => {
      const savedReplyIDs = replies.map(({ savedReplyID }) => savedReplyID);
      const reordering = awaitFailure(bridge.invoke('savedReplies.reorder', { savedReplyIDs }));
      void queries.showInAdvance(
        'savedReplies.list',
        {},
        ({ replies: all }) => ({
          replies: [
            ...replies,
            ...all.filter(({ savedReplyID }) => !savedReplyIDs.includes(savedReplyID)),
          ],
        }),
        reordering.then((error) => error === null),
      );
      set({ error: await reordering });
    },
  }));

export type SavedReplyStores = LeadStores & { readonly replyEditor: StoreApi<ReplyEditor> };

export const createSavedReplyStores = (stores: LeadStores): SavedReplyStores => ({
  ...stores,
  replyEditor: createReplyEditor(stores),
});

export const useSavedReplyStores = useStoresOf<SavedReplyStores>;
