/** The list of phone numbers in progress, which continues while another screen is shown. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AccountStores } from '../accounts/stores.ts';
import { useStoresOf } from '../platform/stores.ts';
import type { OpenList } from './bulk-send.ts';

export type PhoneNumberStores = AccountStores & {
  readonly numberList: StoreApi<{ readonly open: OpenList | null }>;
};

export const createPhoneNumberStores = (stores: AccountStores): PhoneNumberStores => ({
  ...stores,
  numberList: createStore(() => ({ open: null })),
});

export const usePhoneNumberStores = useStoresOf<PhoneNumberStores>;
