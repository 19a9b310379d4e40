import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Message } from '../../contract/records.ts';
import type { LeadStores } from '../leads/stores.ts';
import { useStoresOf } from '../platform/stores.ts';
import { createNoting, type Noting } from './noting.ts';
import { createReplying, type Replying } from './replying.ts';
import { createSendWays, type SendWays } from './send-ways.ts';
import { createThumbnails, type Thumbnails } from './thumbnails.ts';

export type ThreadStores = LeadStores & {
  readonly replying: Replying;
  readonly sendWays: StoreApi<SendWays>;
  /** `open` shows the dialog that schedules the reply of the visible composer; null without one. */
  readonly scheduling: StoreApi<{ readonly open: (() => void) | null }>;
  readonly noting: StoreApi<Noting>;
  readonly thumbnails: StoreApi<Thumbnails>;
  /** The waiting reply for which a colleague is being chosen. Its row may scroll out of view. */
  readonly handing: StoreApi<{ readonly open: Pick<Message, 'leadID' | 'messageID'> | null }>;
};

/** @param now UTC milliseconds */
export const createThreadStores = (stores: LeadStores, now: () => number): ThreadStores => {
  const replying = createReplying(stores);
  return {
    ...stores,
    replying,
    sendWays: createSendWays({ ...stores, replying }),
    scheduling: createStore(() => ({ open: null })),
    noting: createNoting(stores, now),
    thumbnails: createThumbnails(stores),
    handing: createStore(() => ({ open: null })),
  };
};

export const useThreadStores = useStoresOf<ThreadStores>;

export const useNoting = <T>(read: (state: Noting) => T): T =>
  useStore(useThreadStores().noting, read);
