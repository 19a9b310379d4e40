/** What the service has delivered to this app for one account: pages, one opened, applying again. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Delivery } from '../../contract/commands/webhooks.ts';
import type { Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import type { Bridge } from './bridge.ts';
import { coalesced, keepUnchanged } from './reread.ts';

export type Filter = 'all' | 'not_understood';

export type Opened = {
  readonly deliveryID: string;
  /** Null until it has been read. */
  readonly body: string | null;
  readonly error: Failure | null;
};

export type Applied =
  | { readonly state: 'running' }
  | ({ readonly state: 'done' } & CommandOutput<'deliveries.apply'>)
  | { readonly state: 'failed'; readonly error: Failure };

export type Deliveries = {
  readonly accountID: AccountID | null;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly error: Failure | null;
  readonly filter: Filter;
  readonly deliveries: readonly Delivery[];
  readonly next: string | null;
  readonly notUnderstood: number;
  /** When our own webhook of a business last delivered. */
  readonly lastAt: CommandOutput<'deliveries.list'>['lastAt'];
  readonly opened: Opened | null;
  /** How applying again went. */
  readonly applied: Applied | null;
  readonly show: (accountID: AccountID) => Promise<void>;
  readonly filterBy: (filter: Filter) => Promise<void>;
  readonly reread: () => Promise<void>;
  readonly more: () => Promise<void>;
  /** Opens a delivery, or closes it with null. */
  readonly open: (deliveryID: string | null) => Promise<void>;
  /** Applies one again, or with null all that were not understood. */
  readonly apply: (deliveryID: string | null) => Promise<void>;
};

const page = 50;
/** The most that is read again at once; what is further down is loaded again when it is asked for. */
const mostReread = 200;

const fresh = {
  state: 'loading',
  error: null,
  deliveries: [],
  next: null,
  opened: null,
  applied: null,
} as const;

export const createDeliveries = (bridge: Bridge): StoreApi<Deliveries> =>
  createStore<Deliveries>()((set, get) => {
    const read = async (): Promise<void> => {
      const { accountID, filter, deliveries } = get();
      if (accountID === null) return;
      const limit = Math.min(mostReread, Math.max(page, deliveries.length));
      const answer = await bridge.invoke('deliveries.list', { accountID, filter, limit });
      if (get().accountID !== accountID || get().filter !== filter) return;
      // A further page has come meanwhile: this answer lacks it.
      if (get().deliveries.length > deliveries.length) return read();
      if (!answer.ok) return set({ state: 'failed', error: answer.error });
      const { next, notUnderstood, lastAt } = answer.value;
      const rows = keepUnchanged(deliveries, answer.value.deliveries, (each) => each.deliveryID);
      set({ state: 'ready', error: null, deliveries: rows, next, notUnderstood, lastAt });
    };
    const reread = coalesced(read);

    return {
      accountID: null,
      filter: 'all',
      notUnderstood: 0,
      lastAt: [],
      ...fresh,
      show: async (accountID) => {
        if (get().accountID !== accountID)
          set({ accountID, filter: 'all', notUnderstood: 0, lastAt: [], ...fresh });
        await reread();
      },
      filterBy: async (filter) => {
        set({ filter, ...fresh });
        await reread();
      },
      reread,
      more: async () => {
        const { accountID, filter, next } = get();
        if (accountID === null || next === null) return;
        const input = { accountID, filter, cursor: next, limit: page };
        const answer = await bridge.invoke('deliveries.list', input);
        if (get().accountID !== accountID || get().filter !== filter) return;
        // The list was read again meanwhile and ends elsewhere.
        if (get().next !== next) return get().more();
        if (!answer.ok) return set({ state: 'failed', error: answer.error });
        const deliveries = [...get().deliveries, ...answer.value.deliveries];
        set({ deliveries, next: answer.value.next });
      },
      open: async (deliveryID) => {
        const { accountID } = get();
        if (deliveryID === null || accountID === null) return set({ opened: null, applied: null });
        set({ opened: { deliveryID, body: null, error: null }, applied: null });
        const answer = await bridge.invoke('deliveries.get', { accountID, deliveryID });
        if (get().opened?.deliveryID !== deliveryID) return;
        set({
          opened: answer.ok
            ? { deliveryID, body: answer.value.body, error: null }
            : { deliveryID, body: null, error: answer.error },
        });
      },
      apply: async (deliveryID) => {
        const { accountID } = get();
        if (accountID === null) return;
        const running: Applied = { state: 'running' };
        set({ applied: running });
        const answer = await bridge.invoke('deliveries.apply', {
          accountID,
          ...(deliveryID === null ? {} : { deliveryID }),
        });
        await reread();
        // Another delivery or account was opened meanwhile: it is no news of that one.
        if (get().applied !== running) return;
        set({
          applied: answer.ok
            ? { state: 'done', ...answer.value }
            : { state: 'failed', error: answer.error },
        });
      },
    };
  });
