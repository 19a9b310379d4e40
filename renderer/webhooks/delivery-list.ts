/** UI state of an account's deliveries: the filter, the open delivery, and the outcome of applying again. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';
import { buildPagedQuery, type Queries } from '../platform/queries.ts';

type Filter = 'all' | 'not_understood';

export type Applied =
  | { readonly state: 'running' }
  | ({ readonly state: 'done' } & CommandOutput<'deliveries.apply'>)
  | { readonly state: 'failed'; readonly error: Failure };

export type Deliveries = {
  readonly filter: Filter;
  readonly opened: string | null;
  readonly applied: Applied | null;
  readonly filterBy: (filter: Filter) => void;
  /** Null closes the open one. */
  readonly open: (deliveryID: string | null) => void;
  /** Applies one delivery again, or with null every unparsable one. */
  readonly apply: (deliveryID: string | null) => Promise<void>;
};

export const buildDeliveryQuery = (accountID: AccountID, filter: Filter) =>
  buildPagedQuery('deliveries.list', { accountID, filter, limit: 50 }, ({ next }) =>
    next === null ? null : { cursor: next },
  );

const closed = { opened: null, applied: null } as const;

export const createDeliveries = (
  bridge: Bridge,
  queries: Queries,
  accountID: AccountID,
): StoreApi<Deliveries> =>
  createStore<Deliveries>()((set, get) => ({
    filter: 'all',
    ...closed,
    filterBy: (filter) => set({ filter, ...closed }),
    open: (opened) => set({ opened, applied: null }),
    apply: async (deliveryID) => {
      const running: Applied = { state: 'running' };
      set({ applied: running });
      const answer = await bridge.invoke('deliveries.apply', {
        accountID,
        ...(deliveryID !== null && { deliveryID }),
      });
      await queries.refetch('deliveries.list');
      // Another delivery is shown by now.
      if (get().applied !== running) return;
      set({
        applied: answer.ok
          ? { state: 'done', ...answer.value }
          : { state: 'failed', error: answer.error },
      });
    },
  }));
