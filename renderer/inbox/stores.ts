import type { StoreApi } from 'zustand/vanilla';
import type { LeadStores } from '../leads/stores.ts';
import { useStoresOf } from '../platform/stores.ts';
import { createArrivals, type Arrivals } from './arrivals.ts';
import { createBulk, type Bulk } from './bulk.ts';
import { createSavingViews, type SavingViews } from './saving-views.ts';

export type InboxStores = LeadStores & {
  readonly arrivals: StoreApi<Arrivals>;
  readonly bulk: StoreApi<Bulk>;
  readonly savingViews: StoreApi<SavingViews>;
};

/** @param now UTC milliseconds */
export const createInboxStores = (stores: LeadStores, now: () => number): InboxStores => ({
  ...stores,
  arrivals: createArrivals(stores),
  bulk: createBulk(stores, now),
  savingViews: createSavingViews(stores),
});

export const useInboxStores = useStoresOf<InboxStores>;
