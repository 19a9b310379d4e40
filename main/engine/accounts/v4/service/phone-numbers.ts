/**
 * The registered phone numbers of one business (service.md, K; live-facts, Phone numbers). The answers
 * to POST, PUT and DELETE are not documented: POST and PUT are expected to answer the record, the bulk
 * call `{phoneNumbers}`, and whatever else a success holds is `unexpected_answer`, which leaves open
 * what the service did. Whoever calls reads the list then.
 */
import { z } from 'zod';
import { succeed, type Answer } from '../../../../../contract/errors.ts';
import { segment, type Calls } from '../../../platform/http/calls.ts';
import { flag, id, said, text, textOf, time } from '../../../platform/http/fields.ts';
import { records } from '../../../platform/http/pages.ts';
import { parse } from '../../../platform/http/parse.ts';

/** Kept as it came, unknown fields and all. */
export const phoneNumberRecord = z.looseObject({
  phoneNumberID: id,
  businessID: said(id),
  phoneNumber: z.preprocess(textOf, z.string().trim().min(1).max(100)),
  name: text,
  createdTime: time,
  updatedTime: time,
  lastActivityTime: time,
  isDeleted: flag,
});
export type PhoneNumberRecord = z.infer<typeof phoneNumberRecord>;

const recordList = z.object({ phoneNumbers: records });

/** What is registered: E.164, and the professional's word for it, which may be empty. */
export type NewPhoneNumber = { readonly phoneNumber: string; readonly name: string };

export type PhoneNumberList = {
  readonly records: readonly PhoneNumberRecord[];
  /** False when the list held something that could not be read: then what lacks may be there. */
  readonly isWhole: boolean;
};

export type PhoneNumberCalls = {
  /** GET all of them; the list has no pages. Deleted ones can be in it. */
  readonly list: () => Promise<Answer<PhoneNumberList>>;
  /** POST one. `conflict` when it is registered already. */
  readonly create: (number: NewPhoneNumber) => Promise<Answer<PhoneNumberRecord>>;
  /** POST many in one call: those that the service says it made, as far as they can be read. */
  readonly createMany: (
    numbers: readonly NewPhoneNumber[],
  ) => Promise<Answer<readonly PhoneNumberRecord[]>>;
  /** PUT another number, another name, or both. */
  readonly update: (
    phoneNumberID: string,
    number: NewPhoneNumber,
  ) => Promise<Answer<PhoneNumberRecord>>;
  readonly remove: (phoneNumberID: string) => Promise<Answer<void>>;
};

const readRecords = (records: readonly unknown[]): readonly PhoneNumberRecord[] =>
  records.flatMap((record) => {
    const read = parse(phoneNumberRecord, record);
    return read.ok ? [read.value] : [];
  });

/** @param business the business's path, for example `/api/v4/businesses/123` */
export const phoneNumberCalls = (
  { get, change, submit }: Calls,
  business: string,
): PhoneNumberCalls => {
  const path = `${business}/associate-phone-numbers`;
  const one = (phoneNumberID: string): string => `${path}/${segment(phoneNumberID)}`;
  return {
    list: async () => {
      const answer = await get('phoneNumbers.list', path, {}, 'person');
      if (!answer.ok) return answer;
      const read = parse(recordList, answer.value);
      if (!read.ok) return read;
      const records = readRecords(read.value.phoneNumbers);
      return succeed({ records, isWhole: records.length === read.value.phoneNumbers.length });
    },
    create: (number) =>
      submit('phoneNumbers.create', 'POST', path, number, phoneNumberRecord, 'person'),
    createMany: async (phoneNumbers) => {
      const answer = await submit(
        'phoneNumbers.createMany',
        'POST',
        `${business}/associate-phone-numbers-bulk-create`,
        { phoneNumbers },
        recordList,
        'person',
      );
      return answer.ok ? succeed(readRecords(answer.value.phoneNumbers)) : answer;
    },
    update: (phoneNumberID, number) =>
      submit('phoneNumbers.update', 'PUT', one(phoneNumberID), number, phoneNumberRecord, 'person'),
    remove: (phoneNumberID) =>
      change('phoneNumbers.remove', 'DELETE', one(phoneNumberID), undefined, 'person'),
  };
};
