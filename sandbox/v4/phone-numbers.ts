/**
 * The phone numbers of a business (service specification, endpoints K; live facts, phone numbers).
 * A number that was removed stays in the list, marked, and its digits can be registered again. What
 * the documents leave open is settled here: a number is unique within its business, and a name,
 * where there is one, is 1 to 100 characters.
 */
import { z } from 'zod';
import { generatePhoneNumbers } from '../generate/phone-numbers.ts';
import { idOf } from '../generate/random.ts';
import { answer, done, read, refuse, type Answer } from '../http/answer.ts';
import type { FieldError } from '../http/problem.ts';
import type { PhoneNumber } from '../records.ts';
import { nextNumber, type World } from '../world.ts';
import { businessOf, type Call, type Endpoint } from './endpoint.ts';

const phoneNumber = z.string().regex(/^\+1\d{1,14}$/, { message: 'must match ^\\+1\\d{1,14}$' });
const name = z
  .string()
  .max(100)
  .refine((text) => text.trim() !== '', { message: 'must not be empty' });
const fields = z.object({ phoneNumber, name: name.optional() });
const changes = fields.partial().refine((given) => Object.values(given).some(Boolean), {
  path: ['phoneNumber'],
  message: 'must be given, or name',
});
const bulk = z.object({ phoneNumbers: z.array(fields).min(1) });

type Fields = z.infer<typeof fields>;

const base = '/v4/businesses/:businessID/associate-phone-numbers';
const reading = 'supply::businesses/associate-phone-numbers.read';
const writing = 'supply::businesses/associate-phone-numbers.write';

export const phoneNumberEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: base,
    scope: reading,
    handle: (call) =>
      withBusiness(call, (businessID) =>
        answer({ phoneNumbers: phoneNumbersOf(call.world, businessID) }),
      ),
  },
  {
    method: 'POST',
    path: base,
    scope: writing,
    handle: (call) =>
      withBusiness(call, (businessID) => {
        const given = read(fields, call.body);
        if ('problem' in given) return given;
        if (isTaken(call.world, businessID, given.value.phoneNumber)) return refuse(409, taken);
        return answer(register(call.world, businessID, given.value));
      }),
  },
  {
    method: 'POST',
    path: `${base}-bulk-create`,
    scope: writing,
    handle: (call) => withBusiness(call, (businessID) => registerAll(call, businessID)),
  },
  {
    method: 'PUT',
    path: `${base}/:phoneNumberID`,
    scope: writing,
    handle: (call) =>
      withNumber(call, (record) => {
        const given = read(changes, call.body);
        if ('problem' in given) return given;
        const changed = { ...record, ...given.value };
        if (
          changed.phoneNumber !== record.phoneNumber &&
          isTaken(call.world, record.businessID, changed.phoneNumber)
        )
          return refuse(409, taken);
        return answer(replace(call.world, changed));
      }),
  },
  {
    method: 'DELETE',
    path: `${base}/:phoneNumberID`,
    scope: writing,
    handle: (call) =>
      withNumber(call, (record) => {
        replace(call.world, { ...record, isDeleted: true });
        return done;
      }),
  },
];

const taken = 'The phone number is already registered.';

/** All numbers of the business, the removed ones too, oldest first. */
const phoneNumbersOf = (world: World, businessID: string): readonly PhoneNumber[] =>
  world.state.phoneNumbers[businessID] ??
  generatePhoneNumbers(world.options.seed, businessID, world.state.startedAt);

const isTaken = (world: World, businessID: string, phoneNumber: string): boolean =>
  phoneNumbersOf(world, businessID).some(
    (record) => record.phoneNumber === phoneNumber && !record.isDeleted,
  );

const register = (
  world: World,
  businessID: string,
  { phoneNumber, name = '' }: Fields,
): PhoneNumber => {
  const now = new Date(world.clock.now()).toISOString();
  const record = {
    phoneNumberID: idOf(world.options.seed, 'new phone number', nextNumber(world)),
    businessID,
    phoneNumber,
    name,
    createdTime: now,
    updatedTime: now,
    lastActivityTime: now,
    isDeleted: false,
  };
  world.state.phoneNumbers[businessID] = [...phoneNumbersOf(world, businessID), record];
  return record;
};

/** All or none: one number that cannot be taken refuses the whole call (sandbox, points settled). */
const registerAll = ({ world, body }: Call, businessID: string): Answer => {
  const given = read(bulk, body);
  if ('problem' in given) return given;
  const { phoneNumbers } = given.value;
  const digits = phoneNumbers.map(({ phoneNumber }) => phoneNumber);
  const conflicts = digits.flatMap((phoneNumber, i): FieldError[] => {
    const field = `phoneNumbers.${i}.phoneNumber`;
    if (isTaken(world, businessID, phoneNumber)) return [{ field, message: taken }];
    return digits.indexOf(phoneNumber) < i
      ? [{ field, message: 'The phone number is in this list already.' }]
      : [];
  });
  if (conflicts.length > 0)
    return refuse(409, 'Nothing was registered: some phone numbers cannot be taken.', conflicts);
  return answer({ phoneNumbers: phoneNumbers.map((one) => register(world, businessID, one)) });
};

/** Puts the record in the place of the one with its id, updated now. */
const replace = (world: World, changed: PhoneNumber): PhoneNumber => {
  const record = { ...changed, updatedTime: new Date(world.clock.now()).toISOString() };
  const { businessID, phoneNumberID } = record;
  world.state.phoneNumbers[businessID] = phoneNumbersOf(world, businessID).map((old) =>
    old.phoneNumberID === phoneNumberID ? record : old,
  );
  return record;
};

const withBusiness = (call: Call, next: (businessID: string) => Answer): Answer => {
  const found = businessOf(call);
  return 'problem' in found ? found : next(found.business.businessID);
};

/**
 * Goes on with the number that the path names; 404 when the business has no such number, or has it no
 * longer.
 */
const withNumber = (call: Call, next: (record: PhoneNumber) => Answer): Answer =>
  withBusiness(call, (businessID) => {
    const record = phoneNumbersOf(call.world, businessID).find(
      ({ phoneNumberID, isDeleted }) =>
        phoneNumberID === call.params['phoneNumberID'] && !isDeleted,
    );
    return record ? next(record) : refuse(404, 'There is no such phone number.');
  });
