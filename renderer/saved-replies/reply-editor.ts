/**
 * The saved replies that are being written: what was changed and not saved yet is kept for each of
 * them, whatever else is opened meanwhile, as long as the window is open.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedReply, SavedReplyID } from '../../contract/commands/saved-replies.ts';
import type { Failure } from '../../contract/errors.ts';
import { errorOf } from '../platform/bridge.ts';
import type { LeadStores } from '../leads/stores.ts';

export type ReplyEditor = {
  /** The one on the screen; null for none. */
  readonly open: SavedReplyID | null;
  /** As they are written now, those that are not saved so. */
  readonly unsaved: Readonly<Record<SavedReplyID, SavedReply>>;
  readonly error: Failure | null;
  readonly choose: (savedReplyID: SavedReplyID | null) => void;
  /** Opens an empty one. */
  readonly begin: () => void;
  readonly write: (reply: SavedReply) => void;
  /** Gives up what was not saved. */
  readonly drop: (savedReplyID: SavedReplyID) => void;
  readonly save: (reply: SavedReply) => Promise<void>;
  /** Deletes one that stands at that place among all; it can be undone. */
  readonly remove: (reply: SavedReply, position: number) => Promise<void>;
  /** Keeps the order of all of them. */
  readonly reorder: (savedReplyIDs: readonly SavedReplyID[]) => Promise<void>;
};

const without = (
  unsaved: ReplyEditor['unsaved'],
  savedReplyID: SavedReplyID,
): ReplyEditor['unsaved'] =>
  Object.fromEntries(Object.entries(unsaved).filter(([each]) => each !== savedReplyID));

type Given = Pick<LeadStores, 'bridge' | 'undoing'>;

export const createReplyEditor = ({ bridge, undoing }: Given): StoreApi<ReplyEditor> =>
  createStore<ReplyEditor>()((set, get) => ({
    open: null,
    unsaved: {},
    error: null,
    choose: (open) => set({ open, error: null }),
    begin: () => {
      const savedReplyID = crypto.randomUUID() as SavedReplyID;
      get().write({ savedReplyID, name: '', text: '', scope: { for: 'all' }, isPinned: false });
      set({ open: savedReplyID, error: null });
    },
    write: (reply) => set({ unsaved: { ...get().unsaved, [reply.savedReplyID]: reply } }),
    drop: (savedReplyID) => set({ unsaved: without(get().unsaved, savedReplyID), error: null }),
    save: async (reply) => {
      const answer = await bridge.invoke('savedReplies.save', reply);
      if (!answer.ok) return set({ error: answer.error });
      set({ error: null });
      // What was written while it was being saved has still to be.
      if (get().unsaved[reply.savedReplyID] === reply) get().drop(reply.savedReplyID);
    },
    remove: async (reply, position) => {
      const { savedReplyID, name } = reply;
      const removed = bridge.invoke('savedReplies.remove', { savedReplyID });
      undoing.doing(removed, () => ({
        said: { what: 'done', words: (t) => t('savedReply.removed', { name }) },
        undo: () => errorOf(bridge.invoke('savedReplies.save', { ...reply, position })),
      }));
      const error = await errorOf(removed);
      if (error !== null) return set({ error });
      get().drop(savedReplyID);
      if (get().open === savedReplyID) set({ open: null });
    },
    reorder: async (savedReplyIDs) => {
      const answer = await bridge.invoke('savedReplies.reorder', {
        savedReplyIDs: [...savedReplyIDs],
      });
      set({ error: answer.ok ? null : answer.error });
    },
  }));
