/** The platform's stores and the attempt to connect an account. */
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { AccountID } from '../../contract/records.ts';
import { type PlatformStores, useStoresOf } from '../platform/stores.ts';
import { createConnecting, type Connecting } from './connecting.ts';

export type AccountStores = PlatformStores & {
  readonly connecting: StoreApi<Connecting>;
  /** Signs an account in again and shows the progress. */
  readonly reconnect: (accountID: AccountID) => Promise<void>;
};

export const createAccountStores = (platform: PlatformStores): AccountStores => {
  const { bridge, queries, session, toasts } = platform;
  const connecting = createConnecting(bridge, queries);
  const reconnect = async (accountID: AccountID): Promise<void> => {
    const error = await connecting.getState().start({ accountID });
    if (error === null) session.getState().go('connect');
    else toasts.getState().show({ kind: 'failed', code: error.code });
  };
  return { ...platform, connecting, reconnect };
};

export const useAccountStores = useStoresOf<AccountStores>;

export const useConnecting = <T>(read: (state: Connecting) => T): T =>
  useStore(useAccountStores().connecting, read);
