/** The test leads of this window with their requests, stored until the window closes. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StagingCall } from '../../contract/commands/staging.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID, LeadID } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';
import type { Queries } from '../platform/queries.ts';

export type TestLead = {
  readonly nth: number;
  readonly accountID: AccountID;
  readonly interface: Account['interface'];
  /** Time of the request, UTC milliseconds. */
  readonly at: number;
  readonly call: StagingCall;
  /** The lead in the inbox; null until it was imported. */
  readonly leadID: LeadID | null;
  readonly error: Failure | null;
};

export type Staging = {
  readonly leads: readonly TestLead[];
  /** `nth` of the shown one. */
  readonly shown: number | null;
  readonly isCreating: boolean;
  /** `nth` of each lead being imported. */
  readonly importing: readonly number[];
  /** The reason why no request was made. */
  readonly error: Failure | null;
  /** Requests a test lead, shows and imports it. */
  readonly create: (
    account: Pick<Account, 'accountID' | 'interface'>,
    businessID: string | null,
  ) => Promise<void>;
  readonly choose: (nth: number) => void;
  /** Imports the shown lead unless it was imported or that failed. */
  readonly open: () => Promise<void>;
  /** Imports the shown lead, or fetches it again. */
  readonly importShown: () => Promise<void>;
};

const key = 'hearthline.staging';
/** Older ones stay in the inbox. */
const maxLeads = 12;

const readLeads = (storage: Storage): readonly TestLead[] => {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? '[]') as unknown;
    return Array.isArray(stored) ? (stored as TestLead[]) : [];
  } catch {
    return [];
  }
};

/** Stores as many of the newest leads as fit. */
const storeLeads = (storage: Storage, leads: readonly TestLead[]): void => {
  for (let count = leads.length; count >= 0; count -= 1) {
    try {
      storage.setItem(key, JSON.stringify(leads.slice(0, count)));
      return;
    } catch {
      // The storage is full: retry with one lead less.
    }
  }
};

/**
 * @param storage stores the leads: the window's session storage
 * @param now UTC milliseconds
 */
export const createStaging = (
  bridge: Bridge,
  queries: Queries,
  storage: Storage,
  now: () => number,
): StoreApi<Staging> =>
  createStore<Staging>()((set, get) => {
    const storedLeads = readLeads(storage);

    const findShownLead = (): TestLead | undefined => {
      const { leads, shown } = get();
      return leads.find(({ nth }) => nth === shown);
    };
    const change = (nth: number, changes: Partial<TestLead>): void => {
      set(({ leads }) => ({
        leads: leads.map((lead) => (lead.nth === nth ? { ...lead, ...changes } : lead)),
      }));
      storeLeads(storage, get().leads);
    };

    return {
      leads: storedLeads,
      shown: storedLeads[0]?.nth ?? null,
      isCreating: false,
      importing: [],
      error: null,
      open: async () => {
        const lead = findShownLead();
        if (lead?.leadID === null && lead.error === null) await get().importShown();
      },
      choose: (nth) => {
        set({ shown: nth });
        void get().open();
      },
      create: async ({ accountID, interface: generation }, businessID) => {
        if (get().isCreating) return;
        set({ isCreating: true, error: null });
        const at = now();
        const answer = await bridge.invoke('staging.createLead', {
          accountID,
          ...(businessID !== null && { businessID }),
        });
        if (!answer.ok) {
          set({ isCreating: false, error: answer.error });
          return;
        }
        const { leads } = get();
        const nth = (leads[0]?.nth ?? 0) + 1;
        const call = answer.value;
        const lead = { nth, accountID, interface: generation, at, call, leadID: null, error: null };
        set({
          isCreating: false,
          leads: [lead, ...leads].slice(0, maxLeads),
          shown: nth,
        });
        storeLeads(storage, get().leads);
        await get().importShown();
      },
      importShown: async () => {
        const lead = findShownLead();
        if (lead?.call.outcome.state !== 'created' || get().importing.includes(lead.nth)) return;
        const { nth, accountID, call } = lead;
        set(({ importing }) => ({ importing: [...importing, nth] }));
        const testLead = call.answer?.body ?? '';
        const answer = await bridge.invoke('staging.ingest', { accountID, testLead });
        set(({ importing }) => ({ importing: importing.filter((each) => each !== nth) }));
        change(
          nth,
          answer.ok ? { leadID: answer.value.leadID, error: null } : { error: answer.error },
        );
        await queries.refetch('staging.preview');
      },
    };
  });
