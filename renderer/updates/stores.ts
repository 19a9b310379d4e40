/** The platform's stores, and whether the news of this version is open. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type PlatformStores, useStoresOf } from '../platform/stores.ts';

export type UpdateStores = PlatformStores & {
  readonly news: StoreApi<{ readonly isOpen: boolean }>;
};

export const createUpdateStores = (stores: PlatformStores): UpdateStores => ({
  ...stores,
  news: createStore(() => ({ isOpen: false })),
});

export const useUpdateStores = useStoresOf<UpdateStores>;
