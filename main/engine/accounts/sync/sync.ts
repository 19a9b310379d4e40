/**
 * Synchronization of all accounts: polling as the net under the webhooks, and the first sync. Each
 * account runs on its own; this file only knows which there are and what is on the screen.
 */
import type { AccountID, LeadID } from '../../../../contract/records.ts';
import { accountByID } from '../rows.ts';
import type { LegacyClient } from '../legacy/service/client.ts';
import { rowOf } from '../../platform/store/ids.ts';
import { readLeadCount } from '../polls.ts';
import { createLegacySync } from '../legacy/sync.ts';
import { createAccountSync } from '../v4/sync/account.ts';
import type { AccountSync, SyncParts, SyncReport } from './parts.ts';

export type Sync = {
  /** Begins to keep an account in step, or begins anew after a new grant. */
  readonly attach: (accountID: AccountID) => void;
  readonly detach: (accountID: AccountID) => void;
  /** What is on the screen, and whether the window has the focus: that lead is polled often. */
  readonly watch: (leadID: LeadID | null, focused: boolean) => void;
  readonly checkNow: (accountID: AccountID) => void;
  /** The computer or the network is back: catch up. */
  readonly wake: () => void;
  /** Leads came in by another way; those that are incomplete are fetched at once. */
  readonly look: () => void;
  readonly report: (accountID: AccountID) => SyncReport;
  readonly stop: () => void;
};

/** Makes the synchronization; nothing runs before the first `attach`. */
export const createSync = (
  parts: SyncParts & { readonly legacy: (accountID: AccountID) => LegacyClient | null },
): Sync => {
  const { store } = parts;
  const accounts = new Map<AccountID, AccountSync>();
  let watched: { readonly lead: number | null; readonly focused: boolean } = {
    lead: null,
    focused: false,
  };

  const detach = (accountID: AccountID): void => {
    accounts.get(accountID)?.stop();
    accounts.delete(accountID);
  };

  /** An account that is not attached: what is remembered of it. */
  const remembered = (accountID: AccountID): SyncReport => {
    const account = accountByID(store, accountID);
    return {
      online: false,
      lastContactAt: account?.lastContactAt ?? null,
      lastFailure: account?.lastFailure ?? null,
      polling: {
        lastAt: null,
        nextAt: null,
        listsLeads: account?.listsLeads ?? null,
        pausedUntil: null,
      },
      backfill: {
        state: account?.backfill ?? 'waiting',
        leads: readLeadCount(store, accountID),
      },
    };
  };

  return {
    attach: (accountID) => {
      detach(accountID);
      const isLegacy = accountByID(store, accountID)?.profile.interface === 'legacy';
      const account = (isLegacy ? createLegacySync : createAccountSync)(parts, accountID);
      accounts.set(accountID, account);
      account.watch(watched.lead, watched.focused);
    },
    detach,
    watch: (leadID, focused) => {
      watched = { lead: leadID === null ? null : rowOf(leadID), focused };
      for (const account of accounts.values()) account.watch(watched.lead, focused);
    },
    checkNow: (accountID) => accounts.get(accountID)?.checkNow(),
    wake: () => {
      for (const account of accounts.values()) account.wake();
    },
    look: () => {
      for (const account of accounts.values()) account.look();
    },
    report: (accountID) => accounts.get(accountID)?.report() ?? remembered(accountID),
    stop: () => {
      for (const accountID of [...accounts.keys()]) detach(accountID);
    },
  };
};
