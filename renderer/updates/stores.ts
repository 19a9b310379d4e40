/** Whether the news of this version is open. */
import { createStore } from 'zustand/vanilla';
import { type PlatformStores, useStoresOf } from '../platform/stores.ts';

export const createUpdateStores = () => ({ news: createStore(() => ({ isOpen: false })) });

export type UpdateStores = PlatformStores & ReturnType<typeof createUpdateStores>;

export const useUpdateStores = useStoresOf<UpdateStores>;
