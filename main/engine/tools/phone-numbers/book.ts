/**
 * The registered numbers of every business: reads the service's list into the store and changes it
 * there. One thing at a time for a business, because a list that was asked for before a change and
 * arrives after it would take the change back. A change whose outcome is not known is never repeated:
 * the list is read, and says what happened.
 */
import type { Outcome, PhoneNumber } from '../../../../contract/commands/phone-numbers.ts';
import { fail, succeed, type Answer, type Failure } from '../../../../contract/errors.ts';
import type { Change } from '../../../../contract/events.ts';
import type { Clock } from '../../../clock/clock.ts';
import { leavesOpen } from '../../platform/http/problem.ts';
import type { NewPhoneNumber, PhoneNumberCalls, Service } from '../../accounts/service.ts';
import {
  deleteUnlisted,
  markDeleted,
  phoneNumberByID,
  phoneNumbersOf,
  putPhoneNumber,
  setListRead,
  type Owner,
} from './rows.ts';
import type { Store } from '../../platform/store/store.ts';
import { notDone, notKnown } from './certainty.ts';
import { labeled } from './label.ts';
import { registerMany } from './register-many.ts';

export type NumberBook = {
  /** Asks the service for the list and keeps it. */
  readonly refresh: (owner: Owner) => Promise<Answer<void>>;
  readonly add: (owner: Owner, number: NewPhoneNumber) => Promise<Answer<PhoneNumber>>;
  readonly change: (
    owner: Owner,
    phoneNumberID: string,
    number: NewPhoneNumber,
  ) => Promise<Answer<PhoneNumber>>;
  readonly remove: (owner: Owner, phoneNumberID: string) => Promise<Answer<void>>;
  /** Registers numbers that are all different; an outcome for each, in order. */
  readonly addMany: (
    owner: Owner,
    numbers: readonly NewPhoneNumber[],
  ) => Promise<Answer<readonly Outcome[]>>;
};

/** @param client the service's client of an account, or null when it is not connected */
export const createNumberBook = (dependencies: {
  readonly store: Store;
  readonly client: (accountID: string) => Pick<Service, 'phoneNumbersOf'> | null;
  readonly clock: Clock;
  readonly publish: (change: Change) => void;
}): NumberBook => {
  const { store, client, clock, publish } = dependencies;
  const turns = new Map<string, Promise<unknown>>();

  const inTurn = <T>(
    owner: Owner,
    work: (calls: PhoneNumberCalls) => Promise<Answer<T>>,
  ): Promise<Answer<T>> => {
    const key = JSON.stringify([owner.accountID, owner.businessID]);
    const run = async (): Promise<Answer<T>> => {
      const service = client(owner.accountID);
      return service === null
        ? fail('reconnect_needed', 'The account is not connected.')
        : work(service.phoneNumbersOf(owner.businessID));
    };
    const turn = (turns.get(key) ?? Promise.resolve()).then(run, run);
    turns.set(key, turn);
    return turn;
  };

  const tell = (): void => publish({ kinds: ['phoneNumbers'], leadIDs: [] });

  const readList = async (
    owner: Owner,
    calls: PhoneNumberCalls,
  ): Promise<Answer<readonly PhoneNumber[]>> => {
    const answer = await calls.list();
    if (!answer.ok) return answer;
    const { records, isWhole } = answer.value;
    store.write(() => {
      for (const record of records) putPhoneNumber(store, owner, record);
      const ids = records.map((record) => record.phoneNumberID);
      if (isWhole) deleteUnlisted(store, owner, ids);
      setListRead(store, owner, clock.now());
    });
    tell();
    return succeed(phoneNumbersOf(store, owner));
  };

  /** What the list says of a change that failed: `done` looks for what it should have left behind. */
  const lookFor = async <T>(
    owner: Owner,
    calls: PhoneNumberCalls,
    error: Failure,
    done: (numbers: readonly PhoneNumber[]) => T | undefined,
  ): Promise<Answer<T>> => {
    const listed = await readList(owner, calls);
    if (!leavesOpen(error)) return { ok: false, error };
    if (!listed.ok) return { ok: false, error: notKnown(error) };
    const found = done(listed.value);
    return found === undefined ? { ok: false, error: notDone(error) } : succeed(found);
  };

  const kept = (owner: Owner, phoneNumberID: string): Answer<PhoneNumber> => {
    const number = phoneNumberByID(store, owner, phoneNumberID);
    return number === null
      ? fail('unexpected_answer', 'The service answered with another number.')
      : succeed(number);
  };

  return {
    refresh: (owner) =>
      inTurn(owner, async (calls) => {
        const listed = await readList(owner, calls);
        return listed.ok ? succeed(undefined) : listed;
      }),
    add: (owner, number) =>
      inTurn(owner, async (calls) => {
        const answer = await calls.create(labeled(number));
        if (!answer.ok) {
          return lookFor(owner, calls, answer.error, (numbers) =>
            numbers.find((each) => !each.isDeleted && each.phoneNumber === number.phoneNumber),
          );
        }
        putPhoneNumber(store, owner, answer.value);
        tell();
        await readList(owner, calls);
        return kept(owner, answer.value.phoneNumberID);
      }),
    change: (owner, phoneNumberID, number) =>
      inTurn(owner, async (calls) => {
        const answer = await calls.update(phoneNumberID, labeled(number));
        if (!answer.ok) {
          return lookFor(owner, calls, answer.error, (numbers) =>
            numbers.find(
              (each) =>
                each.phoneNumberID === phoneNumberID &&
                !each.isDeleted &&
                each.phoneNumber === number.phoneNumber &&
                each.name === number.name,
            ),
          );
        }
        putPhoneNumber(store, owner, answer.value);
        tell();
        await readList(owner, calls);
        return kept(owner, answer.value.phoneNumberID);
      }),
    remove: (owner, phoneNumberID) =>
      inTurn(owner, async (calls) => {
        const answer = await calls.remove(phoneNumberID);
        if (!answer.ok) {
          const isLive = (each: PhoneNumber): boolean =>
            each.phoneNumberID === phoneNumberID && !each.isDeleted;
          const found = await lookFor(owner, calls, answer.error, (numbers) =>
            numbers.some(isLive) ? undefined : true,
          );
          // A number that the service no longer has is what was wanted.
          const isGone = answer.error.code === 'gone' && !phoneNumbersOf(store, owner).some(isLive);
          return found.ok || isGone ? succeed(undefined) : found;
        }
        markDeleted(store, owner, phoneNumberID);
        tell();
        await readList(owner, calls);
        return succeed(undefined);
      }),
    addMany: (owner, numbers) =>
      inTurn(owner, (calls) =>
        registerMany(calls, () => readList(owner, calls), numbers.map(labeled)),
      ),
  };
};
