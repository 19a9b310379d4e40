/** The shown business and the changes of its numbers, most of which can be undone. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { QueryObserver } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NumberOwner, PhoneNumber } from '../../contract/commands/phone-numbers.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import { awaitFailure, type Bridge } from '../platform/bridge.ts';
import { buildQuery, type Queries } from '../platform/queries.ts';

/** A registration: the number in E.164 and a name, which may be empty. */
export type Entry = { readonly phoneNumber: string; readonly name: string };

/** The last change, and its undo. */
export type Toast =
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
  readonly isRefreshing: boolean;
  /** The reason why the service's list could not be fetched. */
  readonly refusal: Failure | null;
  readonly toast: Toast | null;
  /** Updates the known businesses; refreshes if the shown one changed. */
  readonly updateOwners: (owners: readonly NumberOwner[]) => void;
  /** Fetches the list from the service. */
  readonly refresh: () => Promise<void>;
  readonly choose: (owner: NumberOwner) => Promise<void>;
  /** These four act on their business even if another one is shown. */
  readonly add: (owner: BusinessIDs, entry: Entry) => Promise<Answer<unknown>>;
  readonly change: (number: PhoneNumber, entry: Entry) => Promise<Answer<unknown>>;
  readonly remove: (number: PhoneNumber) => Promise<void>;
  readonly registerAgain: (number: PhoneNumber) => Promise<void>;
  readonly closeToast: () => void;
};

/** Identifies a business of an account. */
export type BusinessIDs = Pick<NumberOwner, 'accountID' | 'businessID'>;
const pickIDs = ({ accountID, businessID }: BusinessIDs): BusinessIDs => ({
  accountID,
  businessID,
});
/** "(512) 555-0100" for a +1 number, the international format for another, else the text itself. */
export const formatNational = (phoneNumber: string): string => {
  const parsed = parsePhoneNumberFromString(phoneNumber);
  if (parsed === undefined) return phoneNumber;
  return parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational();
};

export const isSame = (one: BusinessIDs, other: BusinessIDs): boolean =>
  one.accountID === other.accountID && one.businessID === other.businessID;

const memoryKey = 'hearthline.phoneNumbers.business';
const buildKey = ({ accountID, businessID }: BusinessIDs): string =>
  JSON.stringify([accountID, businessID]);

export const createPhoneNumbers = (
  bridge: Bridge,
  queries: Queries,
  memory: Pick<Storage, 'getItem' | 'setItem'>,
): StoreApi<PhoneNumbers> =>
  createStore<PhoneNumbers>()((set, get) => {
    const getShownIDs = (): BusinessIDs | null => {
      const { owner } = get();
      return owner === null ? null : pickIDs(owner);
    };
    const isShown = (of: BusinessIDs): boolean => {
      const { owner } = get();
      return owner !== null && isSame(owner, of);
    };

    const refetchNumbers = (): Promise<void> => queries.refetch('phoneNumbers.list');

    const notify = (toast: Toast): void => set({ toast });

    /** Creates an undo that shows its outcome and can be retried after a failure. */
    const createUndo = (
      entry: Entry,
      outcome: 'registeredAgain' | 'undone',
      revert: () => Promise<Answer<unknown>>,
    ): (() => Promise<void>) => {
      const undo = async (): Promise<void> => {
        set({ toast: null });
        const error = await awaitFailure(revert());
        notify(error === null ? { what: outcome, entry } : { what: 'failed', entry, error, undo });
        await refetchNumbers();
      };
      return undo;
    };

    return {
      owner: null,
      isRefreshing: false,
      refusal: null,
      toast: null,
      updateOwners: (owners) => {
        const before = get().owner;
        const key = before === null ? memory.getItem(memoryKey) : buildKey(before);
        const owner = owners.find((each) => buildKey(each) === key) ?? owners[0] ?? null;
        const isOther = before === null || owner === null || !isSame(before, owner);
        set({ owner, ...(isOther && { refusal: null, isRefreshing: false }) });
        if (isOther) void get().refresh();
      },
      refresh: async () => {
        const of = getShownIDs();
        if (of === null) return;
        // Clears the toast of a failure; one with an undo stays.
        set(({ toast }) => ({
          isRefreshing: true,
          toast: toast?.what === 'failed' && toast.undo === null ? null : toast,
        }));
        const refusal = await awaitFailure(bridge.invoke('phoneNumbers.refresh', of));
        await refetchNumbers();
        if (!isShown(of)) return;
        set({ isRefreshing: false, refusal });
      },
      choose: async (owner) => {
        memory.setItem(memoryKey, buildKey(owner));
        set({ owner, refusal: null, toast: null, isRefreshing: false });
        await get().refresh();
      },
      add: async (owner, entry) => {
        const of = pickIDs(owner);
        const answer = await bridge.invoke('phoneNumbers.add', { ...of, ...entry });
        await refetchNumbers();
        if (answer.ok) {
          const { phoneNumberID } = answer.value.number;
          const revert = () => bridge.invoke('phoneNumbers.remove', { ...of, phoneNumberID });
          notify({ what: 'added', entry, undo: createUndo(entry, 'undone', revert) });
        }
        return answer;
      },
      change: async ({ phoneNumberID, phoneNumber, name, ...number }, entry) => {
        const of = pickIDs(number);
        const put = (to: Entry) =>
          bridge.invoke('phoneNumbers.change', { ...of, phoneNumberID, ...to });
        const answer = await put(entry);
        await refetchNumbers();
        const before = { phoneNumber, name };
        const undo = createUndo(before, 'undone', () => put(before));
        if (answer.ok) notify({ what: 'changed', entry, undo });
        return answer;
      },
      remove: async ({ phoneNumberID, phoneNumber, name, ...number }) => {
        const of = pickIDs(number);
        const entry = { phoneNumber, name };
        const error = await awaitFailure(
          bridge.invoke('phoneNumbers.remove', { ...of, phoneNumberID }),
        );
        await refetchNumbers();
        const revert = () => bridge.invoke('phoneNumbers.add', { ...of, ...entry });
        notify(
          error === null
            ? { what: 'deleted', entry, undo: createUndo(entry, 'registeredAgain', revert) }
            : { what: 'failed', entry, error, undo: null },
        );
      },
      registerAgain: async ({ phoneNumber, name, ...number }) => {
        const entry = { phoneNumber, name };
        const error = await awaitFailure(
          bridge.invoke('phoneNumbers.add', { ...pickIDs(number), ...entry }),
        );
        await refetchNumbers();
        notify(
          error === null
            ? { what: 'registeredAgain', entry }
            : { what: 'failed', entry, error, undo: null },
        );
      },
      closeToast: () => set({ toast: null }),
    };
  });

/** Follows the list of businesses; the returned function stops it. */
export const followPhoneNumbers = (
  { client }: Queries,
  store: StoreApi<PhoneNumbers>,
): (() => void) => {
  const owners = new QueryObserver(client, buildQuery('phoneNumbers.owners', {}));
  const update = ({ data }: ReturnType<typeof owners.getCurrentResult>): void => {
    if (data !== undefined) store.getState().updateOwners(data.owners);
  };
  const end = owners.subscribe(update);
  update(owners.getCurrentResult());
  return end;
};
