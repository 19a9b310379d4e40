/** The sync report of an account that is not connected, from its stored progress. */
import { readLeadCount } from '../polls.ts';
import { accountByID } from '../rows.ts';
import type { Store } from '../../platform/store/store.ts';
import type { SyncReport } from './account-sync.ts';

export const storedSyncReport = (store: Store, accountID: string): SyncReport => {
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
