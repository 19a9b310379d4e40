/** The staging page's test leads; creating one continues while another screen is shown. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LeadStores } from '../leads/stores.ts';
import { useStoresOf } from '../platform/stores.ts';
import type { Staging } from './staging.ts';

export type StagingStores = LeadStores & {
  readonly testLeads: StoreApi<{ readonly open: StoreApi<Staging> | null }>;
};

export const createStagingStores = (stores: LeadStores): StagingStores => ({
  ...stores,
  testLeads: createStore(() => ({ open: null })),
});

export const useStagingStores = useStoresOf<StagingStores>;
