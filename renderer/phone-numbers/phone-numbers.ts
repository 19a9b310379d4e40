/** The shown business and the changes of its numbers, most of which can be undone. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { QueryObserver } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NumberOwner, PhoneNumber } from '../../contract/commands/phone-numbers.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import { errorOf, type Bridge } from '../platform/bridge.ts';
import { queryFor, type Queries } from '../platform/queries.ts';

/** A registration: the number in E.164 and a name, which may be empty. */
export type Entry = { readonly phoneNumber: string; readonly name: string };

/** The last change, and its undo. */
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
      /** Retries a failed undo; null if the failed action was not an undo. */
      readonly undo: (() => Promise<void>) | null;
    };

export type PhoneNumbers = {
  readonly owner: NumberOwner | null;
  readonly refreshing: boolean;
  /** The reason why the service's list could not be fetched. */
  readonly refusal: Failure | null;
  readonly notice: Notice | null;
  /** Updates the known businesses; refreshes if the shown one changed. */
  readonly take: (owners: readonly NumberOwner[]) => void;
  /** Fetches the list from the service. */
  readonly refresh: () => Promise<void>;
  readonly choose: (owner: NumberOwner) => Promise<void>;
  /** These four act on their business even if another one is shown. They return the failure, or null. */
  readonly add: (owner: BusinessIDs, entry: Entry) => Promise<Failure | null>;
  readonly change: (number: PhoneNumber, entry: Entry) => Promise<Failure | null>;
  readonly remove: (number: PhoneNumber) => Promise<Failure | null>;
  readonly registerAgain: (number: PhoneNumber) => Promise<Failure | null>;
  readonly closeNotice: () => void;
};

/** Identifies a business of an account. */
export type BusinessIDs = Pick<NumberOwner, 'accountID' | 'businessID'>;
const idsOf = ({ accountID, businessID }: BusinessIDs): BusinessIDs => ({ accountID, businessID });
/** "(512) 555-0100" for a +1 number, the international format for another, else the text itself. */
export const national = (phoneNumber: string): string => {
  const parsed = parsePhoneNumberFromString(phoneNumber);
  if (parsed === undefined) return phoneNumber;
  return parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational();
};

export const isSame = (one: BusinessIDs, other: BusinessIDs): boolean =>
  one.accountID === other.accountID && one.businessID === other.businessID;

const memoryKey = 'hearthline.phoneNumbers.business';
const keyOf = ({ accountID, businessID }: BusinessIDs): string =>
  JSON.stringify([accountID, businessID]);

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

    const refetchNumbers = (): Promise<void> => queries.refetch('phoneNumbers.list');

    const notify = (notice: Notice): void => set({ notice });

    /** Creates an undo that shows its outcome and can be retried after a failure. */
    const createUndo = (
      entry: Entry,
      outcome: 'registeredAgain' | 'undone',
      revert: () => Promise<Answer<unknown>>,
    ): (() => Promise<void>) => {
      const undo = async (): Promise<void> => {
        set({ notice: null });
        const error = await errorOf(revert());
        notify(error === null ? { what: outcome, entry } : { what: 'failed', entry, error, undo });
        await refetchNumbers();
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
        const key = before === null ? memory.getItem(memoryKey) : keyOf(before);
        const owner = owners.find((each) => keyOf(each) === key) ?? owners[0] ?? null;
        const isOther = before === null || owner === null || !isSame(before, owner);
        set({ owner, ...(isOther && { refusal: null, refreshing: false }) });
        if (isOther) void get().refresh();
      },
      refresh: async () => {
        const of = ids();
        if (of === null) return;
        // Clears the notice of a failure; one with an undo stays.
        set(({ notice }) => ({
          refreshing: true,
          notice: notice?.what === 'failed' && notice.undo === null ? null : notice,
        }));
        const refusal = await errorOf(bridge.invoke('phoneNumbers.refresh', of));
        await refetchNumbers();
        if (!isShown(of)) return;
        set({ refreshing: false, refusal });
      },
      choose: async (owner) => {
        memory.setItem(memoryKey, keyOf(owner));
        set({ owner, refusal: null, notice: null, refreshing: false });
        await get().refresh();
      },
      add: async (owner, entry) => {
        const of = idsOf(owner);
        const answer = await bridge.invoke('phoneNumbers.add', { ...of, ...entry });
        await refetchNumbers();
        if (!answer.ok) return answer.error;
        const { phoneNumberID } = answer.value.number;
        const revert = () => bridge.invoke('phoneNumbers.remove', { ...of, phoneNumberID });
        notify({ what: 'added', entry, undo: createUndo(entry, 'undone', revert) });
        return null;
      },
      change: async ({ phoneNumberID, phoneNumber, name, ...number }, entry) => {
        const of = idsOf(number);
        const put = (to: Entry) =>
          bridge.invoke('phoneNumbers.change', { ...of, phoneNumberID, ...to });
        const error = await errorOf(put(entry));
        await refetchNumbers();
        if (error !== null) return error;
        const before = { phoneNumber, name };
        notify({ what: 'changed', entry, undo: createUndo(before, 'undone', () => put(before)) });
        return null;
      },
      remove: async ({ phoneNumberID, phoneNumber, name, ...number }) => {
        const of = idsOf(number);
        const entry = { phoneNumber, name };
        const error = await errorOf(bridge.invoke('phoneNumbers.remove', { ...of, phoneNumberID }));
        await refetchNumbers();
        if (error !== null) {
          notify({ what: 'failed', entry, error, undo: null });
          return error;
        }
        const revert = () => bridge.invoke('phoneNumbers.add', { ...of, ...entry });
        notify({ what: 'deleted', entry, undo: createUndo(entry, 'registeredAgain', revert) });
        return null;
      },
      registerAgain: async ({ phoneNumber, name, ...number }) => {
        const entry = { phoneNumber, name };
        const error = await errorOf(
          bridge.invoke('phoneNumbers.add', { ...idsOf(number), ...entry }),
        );
        await refetchNumbers();
        notify(
          error === null
            ? { what: 'registeredAgain', entry }
            : { what: 'failed', entry, error, undo: null },
        );
        return error;
      },
      closeNotice: () => set({ notice: null }),
    };
  });

/** Follows the list of businesses; the returned function stops it. */
export const followPhoneNumbers = (
  { client }: Queries,
  store: StoreApi<PhoneNumbers>,
): (() => void) => {
  const owners = new QueryObserver(client, queryFor('phoneNumbers.owners', {}));
  const take = ({ data }: ReturnType<typeof owners.getCurrentResult>): void => {
    if (data !== undefined) store.getState().take(data.owners);
  };
  const end = owners.subscribe(take);
  take(owners.getCurrentResult());
  return end;
};
