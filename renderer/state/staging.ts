/**
 * The test leads that were made in this window: the call of each, the lead that the engine made of it,
 * and for the one on the screen what is stored of it. They outlive the page, as long as the window does.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { StagingCall, StagingPreview } from '../../contract/commands/staging.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Account, AccountID, LeadID } from '../../contract/records.ts';
import type { Bridge } from './bridge.ts';
import { coalesced } from './reread.ts';

export type TestLead = {
  /** Grows with each call. */
  readonly nth: number;
  readonly accountID: AccountID;
  readonly interface: Account['interface'];
  /** When it was asked for, UTC milliseconds. */
  readonly at: number;
  readonly call: StagingCall;
  /** The lead in the inbox; null until it was taken in. */
  readonly leadID: LeadID | null;
  /** Why it could not be taken in. */
  readonly error: Failure | null;
};

/** What is known of the conversation at the service: the ids of its messages, or why it is not known. */
export type Thread =
  | { readonly state: 'unread' }
  | { readonly state: 'read'; readonly serviceIDs: readonly string[] }
  | { readonly state: 'failed'; readonly error: Failure };

export type Staging = {
  readonly leads: readonly TestLead[];
  /** `nth` of the one on the screen. */
  readonly shown: number | null;
  readonly creating: boolean;
  /** `nth` of each one that is being taken in. */
  readonly taking: readonly number[];
  /** Why nothing could be asked. */
  readonly error: Failure | null;
  readonly preview: StagingPreview | null;
  readonly previewError: Failure | null;
  readonly thread: Thread;
  /** Asks for a test lead, shows it and takes it in. */
  readonly create: (
    account: Pick<Account, 'accountID' | 'interface'>,
    businessID: string | null,
  ) => Promise<void>;
  readonly choose: (nth: number) => void;
  /** Shows what there is of the lead on the screen; one that was never taken in is taken in now. */
  readonly open: () => Promise<void>;
  /** Fetches the lead on the screen (once more). */
  readonly takeIn: () => Promise<void>;
  /** Reads again what is stored, and the conversation at the service when there is a new reply. */
  readonly reread: () => Promise<void>;
};

const key = 'hearthline.staging';
/** Older ones are in the inbox. */
const mostLeads = 12;

const readKept = (storage: Storage): readonly TestLead[] => {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as TestLead[]) : [];
  } catch {
    return [];
  }
};

/** Keeps as many as there is room for, the newest first. */
const keep = (storage: Storage, leads: readonly TestLead[]): void => {
  for (let count = leads.length; count >= 0; count -= 1) {
    try {
      storage.setItem(key, JSON.stringify(leads.slice(0, count)));
      return;
    } catch {
      // Full: one less.
    }
  }
};

const nothingRead = {
  preview: null,
  previewError: null,
  thread: { state: 'unread' },
} as const satisfies Partial<Staging>;

/**
 * @param storage keeps the calls: the window's session storage
 * @param now UTC milliseconds
 */
export const createStaging = (
  bridge: Bridge,
  storage: Storage,
  now: () => number,
): StoreApi<Staging> =>
  createStore<Staging>()((set, get) => {
    const kept = readKept(storage);

    const shownLead = (): TestLead | undefined => {
      const { leads, shown } = get();
      return leads.find(({ nth }) => nth === shown);
    };
    const change = (nth: number, changes: Partial<TestLead>): void => {
      set(({ leads }) => ({
        leads: leads.map((lead) => (lead.nth === nth ? { ...lead, ...changes } : lead)),
      }));
      keep(storage, get().leads);
    };

    /** A reply counts as seen when the service shows it; the legacy interface shows nothing. */
    const readThread = async (nth: number): Promise<void> => {
      const lead = shownLead();
      const { preview, thread } = get();
      if (lead?.nth !== nth || lead.leadID === null || preview === null) return;
      const { accountID, leadID } = lead;
      const known = thread.state === 'read' ? thread.serviceIDs : [];
      const isNew = preview.messages.some(
        ({ side, serviceID }) =>
          side === 'business' && serviceID !== null && !known.includes(serviceID),
      );
      if (!isNew || lead.interface === 'legacy') return;
      const answer = await bridge.invoke('staging.thread', { accountID, leadID });
      if (get().shown !== nth) return;
      set({
        thread: answer.ok
          ? { state: 'read', serviceIDs: answer.value.serviceIDs }
          : { state: 'failed', error: answer.error },
      });
    };

    /** One for each lead: the service's answer about one holds up neither another nor what is here. */
    const threads = new Map<number, () => Promise<void>>();
    const threadOf = (nth: number): (() => Promise<void>) => {
      const read = threads.get(nth) ?? coalesced(() => readThread(nth));
      threads.set(nth, read);
      return read;
    };

    const readPreview = coalesced(async () => {
      const lead = shownLead();
      if (lead === undefined || lead.leadID === null) return;
      const { accountID, leadID, nth } = lead;
      const answer = await bridge.invoke('staging.preview', { accountID, leadID });
      if (get().shown !== nth) return;
      if (!answer.ok) {
        set({ previewError: answer.error });
        return;
      }
      set({ preview: answer.value, previewError: null });
    });

    const reread = async (): Promise<void> => {
      await readPreview();
      const { shown } = get();
      if (shown !== null) await threadOf(shown)();
    };

    return {
      leads: kept,
      shown: kept[0]?.nth ?? null,
      creating: false,
      taking: [],
      error: null,
      ...nothingRead,
      reread,
      open: () => {
        const lead = shownLead();
        return lead?.leadID === null && lead.error === null ? get().takeIn() : reread();
      },
      choose: (nth) => {
        if (nth !== get().shown) set({ shown: nth, ...nothingRead });
        void get().open();
      },
      create: async ({ accountID, interface: generation }, businessID) => {
        if (get().creating) return;
        set({ creating: true, error: null });
        const at = now();
        const answer = await bridge.invoke('staging.createLead', {
          accountID,
          ...(businessID !== null && { businessID }),
        });
        if (!answer.ok) {
          set({ creating: false, error: answer.error });
          return;
        }
        const { leads } = get();
        const nth = (leads[0]?.nth ?? 0) + 1;
        const call = answer.value;
        const lead = { nth, accountID, interface: generation, at, call, leadID: null, error: null };
        set({
          creating: false,
          leads: [lead, ...leads].slice(0, mostLeads),
          shown: nth,
          ...nothingRead,
        });
        keep(storage, get().leads);
        await get().takeIn();
      },
      takeIn: async () => {
        const lead = shownLead();
        if (lead?.call.outcome.state !== 'created' || get().taking.includes(lead.nth)) return;
        const { nth, accountID, call } = lead;
        set(({ taking }) => ({ taking: [...taking, nth] }));
        const testLead = call.answer?.body ?? '';
        const answer = await bridge.invoke('staging.takeIn', { accountID, testLead });
        set(({ taking }) => ({ taking: taking.filter((each) => each !== nth) }));
        change(
          nth,
          answer.ok ? { leadID: answer.value.leadID, error: null } : { error: answer.error },
        );
        await reread();
      },
    };
  });
