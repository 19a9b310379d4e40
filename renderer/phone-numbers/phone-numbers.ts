/**
 * The business whose phone numbers are on the screen, and what is done to them. What this computer
 * knows of them is a query, while the service is asked for news. A change is shown when the service
 * has made it, and can be undone by the change that takes it back.
 */
import { QueryObserver } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NumberOwner, PhoneNumber } from '../../contract/commands/phone-numbers.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { Bridge } from '../platform/bridge.ts';
import { asked, type Queries } from '../platform/queries.ts';

/** What is registered: E.164, and the professional's word for it, which may be empty. */
export type Entry = { readonly phoneNumber: string; readonly name: string };

/** What was just done, and how it is taken back. */
export type Notice =
  | {
      readonly what: 'added' | 'changed' | 'deleted';
      readonly entry: Entry;
      readonly undo: () => Promise<void>;
    }
  | { readonly what: 'registeredAgain' | 'undone'; readonly entry: Entry }
  | {
      readonly what: 'failed';
      readonly entry: Entry;
      readonly error: Failure;
      /** Tries once more to take back what was done; null when it was no undo that failed. */
      readonly undo: (() => Promise<void>) | null;
    };

export type PhoneNumbers = {
  /** The business that is shown; null when there is none. */
  readonly owner: NumberOwner | null;
  readonly refreshing: boolean;
  /** Why the service could not be asked this time. */
  readonly refusal: Failure | null;
  readonly notice: Notice | null;
  /** Takes over which businesses there are; of one that was not shown before, asks the service. */
  readonly take: (owners: readonly NumberOwner[]) => void;
  /** Asks the service. */
  readonly refresh: () => Promise<void>;
  readonly choose: (owner: NumberOwner) => Promise<void>;
  /**
   * Each is for the business given, or the number's own, whichever is shown by then, and returns why
   * it was not done, or null.
   */
  readonly add: (owner: BusinessIDs, entry: Entry) => Promise<Failure | null>;
  readonly change: (number: PhoneNumber, entry: Entry) => Promise<Failure | null>;
  readonly remove: (number: PhoneNumber) => Promise<Failure | null>;
  /** Registers a deleted number once more. */
  readonly registerAgain: (number: PhoneNumber) => Promise<Failure | null>;
  readonly closeNotice: () => void;
};

/** What tells one business of one account from every other. */
type BusinessIDs = Pick<NumberOwner, 'accountID' | 'businessID'>;
const idsOf = ({ accountID, businessID }: BusinessIDs): BusinessIDs => ({ accountID, businessID });

/** Whether both are the same business of the same account. */
export const isSame = (one: BusinessIDs, other: BusinessIDs): boolean =>
  one.accountID === other.accountID && one.businessID === other.businessID;

const memoryKey = 'hearthline.phoneNumbers.business';
const keyOf = ({ accountID, businessID }: BusinessIDs): string =>
  JSON.stringify([accountID, businessID]);

const failed = <T>(answer: Answer<T>): Failure | null => (answer.ok ? null : answer.error);

/** @param memory where the chosen business is remembered */
export const createPhoneNumbers = (
  bridge: Bridge,
  queries: Queries,
  memory: Pick<Storage, 'getItem' | 'setItem'>,
): StoreApi<PhoneNumbers> =>
  createStore<PhoneNumbers>()((set, get) => {
    const ids = (): BusinessIDs | null => {
      const { owner } = get();
      return owner === null ? null : idsOf(owner);
    };
    const isShown = (of: BusinessIDs): boolean => {
      const { owner } = get();
      return owner !== null && isSame(owner, of);
    };

    const readNumbers = (): Promise<void> => queries.reread('phoneNumbers.list');

    const say = (notice: Notice): void => set({ notice });

    /** Takes something back: says that it is done, or why not, and then can be tried again. */
    const undoing = (
      entry: Entry,
      said: 'registeredAgain' | 'undone',
      back: () => Promise<Answer<unknown>>,
    ): (() => Promise<void>) => {
      const undo = async (): Promise<void> => {
        set({ notice: null });
        const error = failed(await back());
        say(error === null ? { what: said, entry } : { what: 'failed', entry, error, undo });
        await readNumbers();
      };
      return undo;
    };

    return {
      owner: null,
      refreshing: false,
      refusal: null,
      notice: null,
      take: (owners) => {
        const before = get().owner;
        const wanted = before === null ? memory.getItem(memoryKey) : keyOf(before);
        const owner = owners.find((each) => keyOf(each) === wanted) ?? owners[0] ?? null;
        const isOther = before === null || owner === null || !isSame(before, owner);
        set({ owner, ...(isOther && { refusal: null, refreshing: false }) });
        if (isOther) void get().refresh();
      },
      refresh: async () => {
        const of = ids();
        if (of === null) return;
        // What failed before is being asked about anew; the way back stays.
        set(({ notice }) => ({
          refreshing: true,
          notice: notice?.what === 'failed' && notice.undo === null ? null : notice,
        }));
        const answer = await bridge.invoke('phoneNumbers.refresh', of);
        await readNumbers();
        if (!isShown(of)) return;
        set({ refreshing: false, refusal: failed(answer) });
      },
      choose: async (owner) => {
        memory.setItem(memoryKey, keyOf(owner));
        set({ owner, refusal: null, notice: null, refreshing: false });
        await get().refresh();
      },
      add: async (owner, entry) => {
        const of = idsOf(owner);
        const answer = await bridge.invoke('phoneNumbers.add', { ...of, ...entry });
        await readNumbers();
        if (!answer.ok) return answer.error;
        const { phoneNumberID } = answer.value.number;
        const back = () => bridge.invoke('phoneNumbers.remove', { ...of, phoneNumberID });
        say({ what: 'added', entry, undo: undoing(entry, 'undone', back) });
        return null;
      },
      change: async ({ phoneNumberID, phoneNumber, name, ...number }, entry) => {
        const of = idsOf(number);
        const put = (to: Entry) =>
          bridge.invoke('phoneNumbers.change', { ...of, phoneNumberID, ...to });
        const error = failed(await put(entry));
        await readNumbers();
        if (error !== null) return error;
        const before = { phoneNumber, name };
        say({ what: 'changed', entry, undo: undoing(before, 'undone', () => put(before)) });
        return null;
      },
      remove: async ({ phoneNumberID, phoneNumber, name, ...number }) => {
        const of = idsOf(number);
        const entry = { phoneNumber, name };
        const error = failed(await bridge.invoke('phoneNumbers.remove', { ...of, phoneNumberID }));
        await readNumbers();
        if (error !== null) {
          say({ what: 'failed', entry, error, undo: null });
          return error;
        }
        const back = () => bridge.invoke('phoneNumbers.add', { ...of, ...entry });
        say({ what: 'deleted', entry, undo: undoing(entry, 'registeredAgain', back) });
        return null;
      },
      registerAgain: async ({ phoneNumber, name, ...number }) => {
        const entry = { phoneNumber, name };
        const answer = await bridge.invoke('phoneNumbers.add', { ...idsOf(number), ...entry });
        const error = failed(answer);
        await readNumbers();
        say(
          error === null
            ? { what: 'registeredAgain', entry }
            : { what: 'failed', entry, error, undo: null },
        );
        return error;
      },
      closeNotice: () => set({ notice: null }),
    };
  });

/** Follows which businesses there are while the page is open; the answer ends it. */
export const followPhoneNumbers = (
  { client }: Queries,
  store: StoreApi<PhoneNumbers>,
): (() => void) => {
  const owners = new QueryObserver(client, asked('phoneNumbers.owners', {}));
  const take = ({ data }: ReturnType<typeof owners.getCurrentResult>): void => {
    if (data !== undefined) store.getState().take(data.owners);
  };
  const end = owners.subscribe(take);
  take(owners.getCurrentResult());
  return end;
};
