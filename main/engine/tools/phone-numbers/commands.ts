/** Handlers of `phoneNumbers.*`. The large parser is loaded when needed. */
import { maxNumberRows } from '../../../../contract/limits.ts';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import type { AccountID } from '../../../../contract/records.ts';
import type { NumberBook } from './book.ts';
import { listReadAt, numberOwners, phoneNumbersOf } from './rows.ts';
import type { Store } from '../../platform/store/store.ts';
import type { EngineCommand, Handlers } from '../../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  readonly book: NumberBook;
  /** Whether an account's businesses have registered numbers. */
  readonly hasNumbers: (accountID: AccountID) => boolean;
};

const done = (answer: Answer<unknown>): Answer<Record<string, never>> =>
  answer.ok ? succeed({}) : answer;

export const phoneNumberCommands = ({
  store,
  book,
  hasNumbers,
}: Dependencies): Handlers<Extract<EngineCommand, `phoneNumbers.${string}`>> => ({
  'phoneNumbers.owners': () => succeed({ owners: [...numberOwners(store, hasNumbers)] }),
  'phoneNumbers.list': (owner) =>
    succeed({ numbers: [...phoneNumbersOf(store, owner)], readAt: listReadAt(store, owner) }),
  'phoneNumbers.refresh': async (owner) => done(await book.refresh(owner)),
  'phoneNumbers.read': async ({ text }) => {
    const { readNumber } = await import('./reading.ts');
    return succeed(readNumber(text));
  },
  'phoneNumbers.add': async ({ phoneNumber, name, ...owner }) => {
    const answer = await book.add(owner, { phoneNumber, name });
    return answer.ok ? succeed({ number: answer.value }) : answer;
  },
  'phoneNumbers.change': async ({ phoneNumberID, phoneNumber, name, ...owner }) => {
    const answer = await book.change(owner, phoneNumberID, { phoneNumber, name });
    return answer.ok ? succeed({ number: answer.value }) : answer;
  },
  'phoneNumbers.remove': async ({ phoneNumberID, ...owner }) =>
    done(await book.remove(owner, phoneNumberID)),
  'phoneNumbers.preview': async ({ text, ...owner }) => {
    const { previewOf, readNumberList } = await import('./list.ts');
    const list = readNumberList(text);
    return list === null || list.length > maxNumberRows
      ? fail('invalid_input', `A list may have ${maxNumberRows} numbers.`)
      : succeed({
          rows: [...previewOf(list, phoneNumbersOf(store, owner))],
          readAt: listReadAt(store, owner),
        });
  },
  'phoneNumbers.addMany': async ({ numbers, ...owner }) => {
    const answer = await book.addMany(owner, numbers);
    return answer.ok ? succeed({ outcomes: [...answer.value] }) : answer;
  },
});
