/**
 * Phone numbers of one business (conformance.md, K). Responses to changes are undocumented: after
 * an unexpected one the caller must fetch the list.
 */
import { z } from 'zod';
import { succeed } from '../../../../../../contract/errors.ts';
import type { PhoneNumberCalls, PhoneNumberRecord } from '../../../../accounts/service.ts';
import { escapeSegment, type Calls } from '../../../../platform/http/calls.ts';
import { flag, id, optional, text, toText, time } from '../../../../platform/http/fields.ts';
import { records } from '../../../../platform/http/pages.ts';
import { parse } from '../../../../platform/http/parse.ts';

const phoneNumberRecord = z.looseObject({
  phoneNumberID: id,
  businessID: optional(id),
  phoneNumber: z.preprocess(toText, z.string().trim().min(1).max(100)),
  name: text,
  createdTime: time,
  updatedTime: time,
  lastActivityTime: time,
  isDeleted: flag,
});
const recordList = z.object({ phoneNumbers: records });

const parseRecords = (records: readonly unknown[]): readonly PhoneNumberRecord[] =>
  records.flatMap((record) => {
    const read = parse(phoneNumberRecord, record);
    return read.ok ? [read.value] : [];
  });

/** @param business the business's path, for example `/api/v4/businesses/123` */
export const createPhoneNumberCalls = (
  { get, change, submit }: Calls,
  business: string,
): PhoneNumberCalls => {
  const path = `${business}/associate-phone-numbers`;
  const buildPath = (phoneNumberID: string): string => `${path}/${escapeSegment(phoneNumberID)}`;
  return {
    list: async () => {
      const answer = await get('phoneNumbers.list', path, {}, 'person');
      if (!answer.ok) return answer;
      const read = parse(recordList, answer.value);
      if (!read.ok) return read;
      const records = parseRecords(read.value.phoneNumbers);
      return succeed({ records, isWhole: records.length === read.value.phoneNumbers.length });
    },
    create: (number) =>
      submit('phoneNumbers.create', 'POST', path, number, phoneNumberRecord, 'person'),
    createMany: async (phoneNumbers) => {
      const name = 'phoneNumbers.createMany';
      const bulk = `${business}/associate-phone-numbers-bulk-create`;
      const answer = await submit(name, 'POST', bulk, { phoneNumbers }, recordList, 'person');
      return answer.ok ? succeed(parseRecords(answer.value.phoneNumbers)) : answer;
    },
    update: (phoneNumberID, number) =>
      submit(
        'phoneNumbers.update',
        'PUT',
        buildPath(phoneNumberID),
        number,
        phoneNumberRecord,
        'person',
      ),
    remove: (phoneNumberID) =>
      change('phoneNumbers.remove', 'DELETE', buildPath(phoneNumberID), undefined, 'person'),
  };
};
