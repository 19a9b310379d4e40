/** State of the dialog with the news of this version. */
import { createStore } from 'zustand/vanilla';
import { type PlatformStores, useStoresOf } from '../platform/stores.ts';

export const createUpdateStores = () => ({ news: createStore(() => ({ isOpen: false })) });

export type UpdateStores = PlatformStores & ReturnType<typeof createUpdateStores>;

export const useUpdateStores = useStoresOf<UpdateStores>;
