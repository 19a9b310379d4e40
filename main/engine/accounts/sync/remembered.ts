/** What is remembered of the synchronization of an account that nobody connects. */
import { readLeadCount } from '../polls.ts';
import { accountByID } from '../rows.ts';
import type { Store } from '../../platform/store/store.ts';
import type { SyncReport } from './account-sync.ts';

export const rememberedSync = (store: Store, accountID: string): SyncReport => {
  const account = accountByID(store, accountID);
  return {
    online: false,
    lastContactAt: account?.lastContactAt ?? null,
    lastFailure: account?.lastFailure ?? null,
    polling: {
      lastAt: account?.lastContactAt ?? null,
      nextAt: null,
      listsLeads: account?.listsLeads ?? null,
      pausedUntil: null,
    },
    backfill: { state: account?.backfill ?? 'waiting', leads: readLeadCount(store, accountID) },
  };
};
