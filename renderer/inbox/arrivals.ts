/**
 * Tracks new leads outside the visible rows. A lead counts until its row becomes visible or it is
 * selected. The engine drops it when it is opened anywhere.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import type { After } from '../platform/ticker.ts';
import type { LeadStores } from '../leads/stores.ts';

type Arrived = CommandOutput<'leads.arrived'>['leads'];

export type Arrivals = {
  /** In list order; empty during a search. */
  readonly unseen: Arrived;
  /** Whether the first unseen lead is above the visible rows. */
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

export const createArrivals = (
  { bridge, leads }: Pick<LeadStores, 'bridge' | 'leads'>,
  after: After,
): StoreApi<Arrivals> =>
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
      const unseen = isSearch ? [] : arrived.filter(({ leadID }) => !seen.has(leadID));
      const [first] = unseen;
      const isAbove = first !== undefined && top !== null && first.place < top;
      const before = get();
      const isSame =
        before.isAbove === isAbove &&
        before.unseen.length === unseen.length &&
        unseen.every(({ leadID }, index) => before.unseen[index]?.leadID === leadID);
      if (!isSame) set({ unseen, isAbove });
    };

    const read = async (): Promise<void> => {
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
    const readSoon = (): void => {
      if (isWaiting) return;
      isWaiting = true;
      after(renderMs, () => {
        isWaiting = false;
        void read();
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
        void read();
        const unsubscribers = [
          bridge.on('changed', ({ kinds }) => {
            if (kinds.includes('leads') || kinds.includes('businesses')) readSoon();
          }),
          bridge.on('engine', ({ state }) => {
            if (state === 'ready') readSoon();
          }),
          leads.subscribe((now, before) => {
            if (now.selected !== null && now.selected !== before.selected) seen.add(now.selected);
            const { jumpTarget } = get();
            if (jumpTarget !== null && jumpTarget !== now.selected) set({ jumpTarget: null });
            if (now.view !== before.view || now.business !== before.business) {
              arrived = [];
              void read();
            }
            if (now.selected !== before.selected || now.query !== before.query) update();
          }),
        ];
        return () => {
          for (const unsubscribe of unsubscribers) unsubscribe();
        };
      },
    };
  });
