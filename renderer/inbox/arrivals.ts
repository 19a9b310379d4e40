/** Tracks new leads outside the visible rows, until their row becomes visible or they are selected. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import { subscribeToRecords } from '../leads/lead-records.ts';
import { keepUnchanged } from '../platform/unchanged.ts';
import type { LeadStores } from '../leads/stores.ts';

type Arrived = Readonly<CommandOutput<'leads.arrived'>['leads']>;

export type Arrivals = {
  /** In list order; empty during a search. */
  readonly unseen: Arrived;
  /** True if the first unseen lead is above the visible rows. */
  readonly isAbove: boolean;
  /** The lead that `goToFirst` selected. The list scrolls it to the top, so that the next ones become visible. */
  readonly jumpTarget: LeadID | null;
  /** Marks these rows as visible. */
  readonly see: (rows: readonly ListedLead[]) => void;
  /** Selects the first unseen lead; false if there is none. */
  readonly goToFirst: () => boolean;
  /** Starts tracking; the returned function stops it. */
  readonly follow: () => () => void;
};

/** Milliseconds until the list has rendered a change. */
const renderMs = 300;

export const createArrivals = ({ bridge, leads, schedule }: LeadStores): StoreApi<Arrivals> =>
  createStore<Arrivals>()((set, get) => {
    const seen = new Set<LeadID>();
    let arrived: Arrived = [];
    let mark: number | undefined;
    /** Place of the first visible row. */
    let top: string | null = null;
    let isReading = false;
    let isStale = false;
    let isWaiting = false;

    const update = (): void => {
      const isSearch = leads.getState().query !== '';
      const found = isSearch ? [] : arrived.filter(({ leadID }) => !seen.has(leadID));
      const [first] = found;
      const isAbove = first !== undefined && top !== null && first.place < top;
      const before = get();
      const unseen = keepUnchanged(before.unseen, found, ({ leadID }) => leadID);
      if (unseen !== before.unseen || isAbove !== before.isAbove) set({ unseen, isAbove });
    };

    const fetchArrived = async (): Promise<void> => {
      isStale = true;
      if (isReading) return;
      isReading = true;
      while (isStale) {
        isStale = false;
        const { view, business } = leads.getState();
        const answer = await bridge.invoke('leads.arrived', {
          view,
          ...(business !== null && { business }),
          ...(mark !== undefined && { mark }),
        });
        const now = leads.getState();
        if (!answer.ok || now.view !== view || now.business !== business) continue;
        mark = answer.value.mark;
        arrived = answer.value.leads;
        update();
      }
      isReading = false;
    };
    const fetchSoon = (): void => {
      if (isWaiting) return;
      isWaiting = true;
      schedule(renderMs, () => {
        isWaiting = false;
        void fetchArrived();
      });
    };

    return {
      unseen: [],
      isAbove: false,
      jumpTarget: null,
      see: (rows) => {
        top = rows[0]?.place ?? null;
        for (const { leadID } of rows) seen.add(leadID);
        update();
      },
      goToFirst: () => {
        const [first] = get().unseen;
        if (first === undefined) return false;
        set({ jumpTarget: first.leadID });
        void leads.getState().reveal(first.leadID);
        return true;
      },
      follow: () => {
        void fetchArrived();
        const unsubscribers = [
          subscribeToRecords(bridge, ['leads', 'businesses'], fetchSoon),
          leads.subscribe((now, before) => {
            if (now.selected !== null && now.selected !== before.selected) seen.add(now.selected);
            const { jumpTarget } = get();
            if (jumpTarget !== null && jumpTarget !== now.selected) set({ jumpTarget: null });
            if (now.view !== before.view || now.business !== before.business) {
              arrived = [];
              void fetchArrived();
            }
            if (now.selected !== before.selected || now.query !== before.query) update();
          }),
        ];
        return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
      },
    };
  });
