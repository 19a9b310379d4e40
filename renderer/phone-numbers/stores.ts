/** The list of phone numbers in progress, which continues while another screen is shown. */
import { createStore } from 'zustand/vanilla';
import { type PlatformStores, useStoresOf } from '../platform/stores.ts';
import type { OpenList } from './bulk-send.ts';

export const createPhoneNumberStores = () => ({
  numberList: createStore<{ readonly open: OpenList | null }>(() => ({ open: null })),
});

type PhoneNumberStores = PlatformStores & ReturnType<typeof createPhoneNumberStores>;

export const usePhoneNumberStores = useStoresOf<PhoneNumberStores>;
