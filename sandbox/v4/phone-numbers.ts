/**
 * The phone numbers of a business (conformance.md, K). A removed number stays in the list, marked
 * as deleted, and can be registered again. Where nothing is documented, a number is unique within
 * its business, and a name has 1 to 100 characters.
 */
import { z } from 'zod';
import { generatePhoneNumbers } from '../generate/phone-numbers.ts';
import { deriveID } from '../generate/random.ts';
import { Refusal, type FieldError } from '../http/problem.ts';
import { parseInput } from '../http/input.ts';
import type { PhoneNumber } from '../records.ts';
import { takeNextNumber, type World } from '../world.ts';
import { requireBusiness, defineEndpoint, type Call } from './endpoint.ts';

const phoneNumber = z.string().regex(/^\+1\d{1,14}$/, { message: 'must match ^\\+1\\d{1,14}$' });
const name = z
  .string()
  .max(100)
  .refine((text) => text.trim() !== '', { message: 'must not be empty' });
const fields = z.object({ phoneNumber, name: name.optional() });
const changes = fields.partial().refine((fields) => Object.values(fields).some(Boolean), {
  path: ['phoneNumber'],
  message: 'must be given, or name',
});
const bulk = z.object({ phoneNumbers: z.array(fields).min(1) });

const base = '/v4/businesses/:businessID/associate-phone-numbers';
const readScope = 'supply::businesses/associate-phone-numbers.read';
const writeScope = 'supply::businesses/associate-phone-numbers.write';

export const phoneNumberEndpoints = [
  defineEndpoint('GET', base, readScope, (call) => ({
    phoneNumbers: listPhoneNumbers(call.world, requireBusiness(call).businessID),
  })),
  defineEndpoint('POST', base, writeScope, (call) => {
    const { businessID } = requireBusiness(call);
    const added = parseInput(fields, call.body);
    if (isTaken(call.world, businessID, added.phoneNumber)) throw new Refusal(409, taken);
    return register(call.world, businessID, added);
  }),
  defineEndpoint('POST', `${base}-bulk-create`, writeScope, (call) => registerAll(call)),
  defineEndpoint('PUT', `${base}/:phoneNumberID`, writeScope, (call) => {
    const record = requirePhoneNumber(call);
    const changed = { ...record, ...parseInput(changes, call.body) };
    if (
      changed.phoneNumber !== record.phoneNumber &&
      isTaken(call.world, record.businessID, changed.phoneNumber)
    )
      throw new Refusal(409, taken);
    return replace(call.world, changed);
  }),
  defineEndpoint('DELETE', `${base}/:phoneNumberID`, writeScope, (call) => {
    replace(call.world, { ...requirePhoneNumber(call), isDeleted: true });
    return undefined;
  }),
];

const taken = 'The phone number is already registered.';

/** Lists all numbers of the business, including deleted ones, oldest first. */
const listPhoneNumbers = (world: World, businessID: string): readonly PhoneNumber[] =>
  world.state.phoneNumbers[businessID] ??
  generatePhoneNumbers(world.options.seed, businessID, world.state.startedAt);

const isTaken = (world: World, businessID: string, phoneNumber: string): boolean =>
  listPhoneNumbers(world, businessID).some(
    (record) => record.phoneNumber === phoneNumber && !record.isDeleted,
  );

const register = (
  world: World,
  businessID: string,
  { phoneNumber, name = '' }: z.infer<typeof fields>,
): PhoneNumber => {
  const now = new Date(world.clock.now()).toISOString();
  const record = {
    phoneNumberID: deriveID(world.options.seed, 'new phone number', takeNextNumber(world)),
    businessID,
    phoneNumber,
    name,
    createdTime: now,
    updatedTime: now,
    lastActivityTime: now,
    isDeleted: false,
  };
  world.state.phoneNumbers[businessID] = [...listPhoneNumbers(world, businessID), record];
  return record;
};

/** Registers all numbers or none: one invalid number rejects the whole call (conformance.md, Points settled). */
const registerAll = (call: Call) => {
  const { world, body } = call;
  const { businessID } = requireBusiness(call);
  const { phoneNumbers } = parseInput(bulk, body);
  const digits = phoneNumbers.map(({ phoneNumber }) => phoneNumber);
  const conflicts = digits.flatMap((phoneNumber, i): FieldError[] => {
    const field = `phoneNumbers.${i}.phoneNumber`;
    if (isTaken(world, businessID, phoneNumber)) return [{ field, message: taken }];
    return digits.indexOf(phoneNumber) < i
      ? [{ field, message: 'The phone number is in this list already.' }]
      : [];
  });
  if (conflicts.length > 0)
    throw new Refusal(
      409,
      'Nothing was registered: some phone numbers cannot be taken.',
      conflicts,
    );
  return { phoneNumbers: phoneNumbers.map((one) => register(world, businessID, one)) };
};

/** Replaces the record with the same id and sets its update time. */
const replace = (world: World, changed: PhoneNumber): PhoneNumber => {
  const record = { ...changed, updatedTime: new Date(world.clock.now()).toISOString() };
  const { businessID, phoneNumberID } = record;
  world.state.phoneNumbers[businessID] = listPhoneNumbers(world, businessID).map((old) =>
    old.phoneNumberID === phoneNumberID ? record : old,
  );
  return record;
};

/** Returns the number in the path. Refuses an unknown or deleted one. */
const requirePhoneNumber = (call: Call): PhoneNumber => {
  const record = listPhoneNumbers(call.world, requireBusiness(call).businessID).find(
    ({ phoneNumberID, isDeleted }) => phoneNumberID === call.params['phoneNumberID'] && !isDeleted,
  );
  if (!record) throw new Refusal(404, 'There is no such phone number.');
  return record;
};
