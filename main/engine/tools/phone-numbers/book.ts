/**
 * Stores the service's lists of registered numbers and changes numbers there. A business has one operation at a time,
 * so that an older list never replaces a change. A change with an unknown outcome is not repeated, but looked up in the
 * list.
 */
import type { PhoneNumber } from '../../../../contract/commands/phone-numbers.ts';
import { fail, succeed, type Answer, type Failure } from '../../../../contract/errors.ts';
import { failNotConnected } from '../../platform/command/handler.ts';
import { mayHaveSucceeded } from '../../platform/http/problem.ts';
import type { EngineDependencies } from '../../accounts/runtime.ts';
import type {
  NewPhoneNumber,
  PhoneNumberCalls,
  PhoneNumberRecord,
  Service,
} from '../../accounts/service.ts';
import {
  markUnlisted,
  fillName,
  markDeleted,
  listPhoneNumbers,
  putPhoneNumber,
  setReadTime,
  type Owner,
} from './rows.ts';
import { toUnlistedFailure, toUnknownFailure, registerMany } from './register-many.ts';

export type NumberBook = ReturnType<typeof createNumberBook>;

/** @param dependencies.findService returns null for an account that is not connected */
export const createNumberBook = (
  dependencies: Pick<EngineDependencies, 'store' | 'clock' | 'publish'> & {
    readonly findService: (accountID: string) => Pick<Service, 'getPhoneNumberCalls'> | null;
  },
) => {
  const { store, findService, clock, publish } = dependencies;
  const queues = new Map<string, Promise<unknown>>();

  /** Runs an operation after the earlier ones for the business. Errors: its own; `reconnect_needed`. */
  const enqueue = <T>(
    owner: Owner,
    work: (calls: PhoneNumberCalls) => Promise<Answer<T>>,
  ): Promise<Answer<T>> => {
    const key = JSON.stringify([owner.accountID, owner.businessID]);
    const run = async (): Promise<Answer<T>> => {
      const service = findService(owner.accountID);
      return service === null
        ? failNotConnected()
        : work(service.getPhoneNumberCalls(owner.businessID));
    };
    const result = (queues.get(key) ?? Promise.resolve()).then(run, run);
    queues.set(key, result);
    return result;
  };

  const notify = (): void => publish({ kinds: ['phoneNumbers'], leadIDs: [] });

  const fetchList = async (
    owner: Owner,
    calls: PhoneNumberCalls,
  ): Promise<Answer<readonly PhoneNumber[]>> => {
    const answer = await calls.list();
    if (!answer.ok) return answer;
    const { records, isWhole } = answer.value;
    store.write(() => {
      for (const record of records) putPhoneNumber(store, owner, record);
      const ids = records.map((record) => record.phoneNumberID);
      if (isWhole) markUnlisted(store, owner, ids);
      setReadTime(store, owner, clock.now());
    });
    notify();
    return succeed(listPhoneNumbers(store, owner));
  };

  /** Fetches the list after a failed change. If the outcome is unknown, `findEffect` looks for the change there. */
  const settleFailed = async <T>(
    owner: Owner,
    calls: PhoneNumberCalls,
    error: Failure,
    findEffect: (numbers: readonly PhoneNumber[]) => T | undefined,
  ): Promise<Answer<T>> => {
    const listed = await fetchList(owner, calls);
    if (!mayHaveSucceeded(error)) return { ok: false, error };
    if (!listed.ok) return { ok: false, error: toUnknownFailure(error) };
    const found = findEffect(listed.value);
    return found === undefined ? { ok: false, error: toUnlistedFailure(error) } : succeed(found);
  };

  /** Stores the response to a change. After a failure, `isEffect` recognizes the changed number in the list. */
  const settle = async (
    owner: Owner,
    calls: PhoneNumberCalls,
    answer: Answer<PhoneNumberRecord>,
    isEffect: (number: PhoneNumber) => boolean,
  ): Promise<Answer<PhoneNumber>> => {
    if (!answer.ok)
      return settleFailed(owner, calls, answer.error, (numbers) =>
        numbers.find((each) => !each.isDeleted && isEffect(each)),
      );
    const record = answer.value;
    putPhoneNumber(store, owner, record);
    notify();
    const listed = await fetchList(owner, calls);
    const numbers = listed.ok ? listed.value : listPhoneNumbers(store, owner);
    const number = numbers.find((each) => each.phoneNumberID === record.phoneNumberID);
    return number === undefined
      ? fail('unexpected_answer', 'The service answered with another number.')
      : succeed(number);
  };

  return {
    /** Fetches the list; returns the stored numbers. */
    refresh: (owner: Owner) => enqueue(owner, (calls) => fetchList(owner, calls)),
    /** Registers a number; returns it as listed. */
    add: (owner: Owner, { phoneNumber, name }: NewPhoneNumber) =>
      enqueue(owner, async (calls) => {
        const answer = await calls.create(fillName({ phoneNumber, name }));
        return settle(owner, calls, answer, (each) => each.phoneNumber === phoneNumber);
      }),
    /** Replaces a number and its name; returns it as listed. */
    change: (owner: Owner, phoneNumberID: string, { phoneNumber, name }: NewPhoneNumber) =>
      enqueue(owner, async (calls) => {
        const answer = await calls.update(phoneNumberID, fillName({ phoneNumber, name }));
        const isChanged = (each: PhoneNumber): boolean =>
          each.phoneNumberID === phoneNumberID &&
          each.phoneNumber === phoneNumber &&
          each.name === name;
        return settle(owner, calls, answer, isChanged);
      }),
    /** Also succeeds if the service no longer has the number. */
    remove: (owner: Owner, phoneNumberID: string) =>
      enqueue<void>(owner, async (calls) => {
        const answer = await calls.remove(phoneNumberID);
        if (!answer.ok) {
          const isLive = (each: PhoneNumber): boolean =>
            each.phoneNumberID === phoneNumberID && !each.isDeleted;
          const found = await settleFailed(owner, calls, answer.error, (numbers) =>
            numbers.some(isLive) ? undefined : true,
          );
          const isGone =
            answer.error.code === 'gone' && !listPhoneNumbers(store, owner).some(isLive);
          return found.ok || isGone ? succeed(undefined) : found;
        }
        markDeleted(store, owner, phoneNumberID);
        notify();
        await fetchList(owner, calls);
        return succeed(undefined);
      }),
    /** Registers numbers, which must differ; returns an outcome for each, in order. */
    addMany: (owner: Owner, numbers: readonly NewPhoneNumber[]) =>
      enqueue(owner, (calls) =>
        registerMany(calls, () => fetchList(owner, calls), numbers.map(fillName)),
      ),
  };
};
