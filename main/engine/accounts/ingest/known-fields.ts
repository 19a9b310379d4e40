/**
 * Completes a later record of a lead with the fields that it lacks: a missing field never deletes a
 * value, at any depth. A list is taken whole, and null and an empty text are values.
 */
import { isDeepStrictEqual } from 'node:util';
import type { LeadRecord } from '../../leads/lead-record.ts';
import { isFields, textOf, type Fields } from '../../platform/http/fields.ts';
import { storedJSON } from '../../platform/store/stored.ts';
import type { Reader } from '../reader.ts';

/** A field that belongs to the value of another field: the code of an old number is wrong. */
const dependsOn: ReadonlyMap<string, string> = new Map([
  ['accessCode', 'phoneNumber'],
  ['leadPriceBreakdown', 'leadPrice'],
]);

const isID = (name: string): boolean => name.endsWith('ID');

const contradicts = (kept: Fields, received: Fields, name: string): boolean =>
  Object.hasOwn(received, name) && textOf(kept[name]) !== textOf(received[name]);

/**
 * Objects with IDs describe the same thing unless an ID differs. An object without any (location,
 * booking, estimate, price parts) is one value: a mixture of two addresses would be wrong.
 */
const isOther = (kept: Fields, received: Fields): boolean => {
  const names = Object.keys(kept);
  const hasIDs = [...names, ...Object.keys(received)].some(isID);
  return names.some((name) => (!hasIDs || isID(name)) && contradicts(kept, received, name));
};

const isOutdated = (kept: Fields, received: Fields, name: string): boolean => {
  const owner = dependsOn.get(name);
  return owner !== undefined && contradicts(kept, received, owner);
};

const complete = (kept: unknown, received: unknown): unknown => {
  if (!isFields(kept) || !isFields(received) || isOther(kept, received)) return received;
  return Object.fromEntries(
    Object.entries({ ...kept, ...received })
      .filter(([name]) => Object.hasOwn(received, name) || !isOutdated(kept, received, name))
      .map(([name, value]) => [name, complete(kept[name], value)]),
  );
};

/** Returns `read` and `received`, completed from the stored record `before` (JSON; null for none). */
export const withKnownFields = (
  reader: Reader,
  before: string | null,
  read: LeadRecord,
  received: unknown,
): { readonly record: LeadRecord; readonly raw: unknown } => {
  const raw = complete(storedJSON(before), received);
  if (isDeepStrictEqual(raw, received)) return { record: read, raw: received };
  const whole = reader.lead(raw);
  return whole.ok ? { record: whole.value, raw } : { record: read, raw: received };
};
