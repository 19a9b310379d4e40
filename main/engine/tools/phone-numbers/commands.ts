/** Handlers of `phoneNumbers.*`. The parser is large and loaded when needed. */
import { maxNumberRows } from '../../../../contract/limits.ts';
import { fail, succeed, type Answer } from '../../../../contract/errors.ts';
import type { AccountID } from '../../../../contract/records.ts';
import type { NumberBook } from './book.ts';
import { findReadTime, listNumberOwners, listPhoneNumbers } from './rows.ts';
import type { Store } from '../../platform/store/store.ts';
import type { EngineCommand, Handlers } from '../../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  readonly book: NumberBook;
  /** True if the account's interface has registered numbers. */
  readonly hasNumbers: (accountID: AccountID) => boolean;
};

const dropValue = (answer: Answer<unknown>): Answer<Record<string, never>> =>
  answer.ok ? succeed({}) : answer;

export const createPhoneNumberCommands = ({
  store,
  book,
  hasNumbers,
}: Dependencies): Handlers<Extract<EngineCommand, `phoneNumbers.${string}`>> => ({
  'phoneNumbers.owners': () => succeed({ owners: [...listNumberOwners(store, hasNumbers)] }),
  'phoneNumbers.list': (owner) =>
    succeed({ numbers: [...listPhoneNumbers(store, owner)], readAt: findReadTime(store, owner) }),
  'phoneNumbers.refresh': async (owner) => dropValue(await book.refresh(owner)),
  'phoneNumbers.read': async ({ text }) => {
    const { parseNumber } = await import('./reading.ts');
    return succeed(parseNumber(text));
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
    dropValue(await book.remove(owner, phoneNumberID)),
  'phoneNumbers.preview': async ({ text, ...owner }) => {
    const { buildPreview, parseNumberList } = await import('./list.ts');
    const list = parseNumberList(text);
    return list === null || list.length > maxNumberRows
      ? fail('invalid_input', `A list may have ${maxNumberRows} numbers.`)
      : succeed({
          rows: [...buildPreview(list, listPhoneNumbers(store, owner))],
          readAt: findReadTime(store, owner),
        });
  },
  'phoneNumbers.addMany': async ({ numbers, ...owner }) => {
    const answer = await book.addMany(owner, numbers);
    return answer.ok ? succeed({ outcomes: [...answer.value] }) : answer;
  },
});
