/**
 * Completes a later record of a lead with the fields that it lacks: a missing field never deletes a
 * value, at any depth. A list is replaced as a whole, and null and an empty text are values.
 */
import { isDeepStrictEqual } from 'node:util';
import type { LeadRecord } from '../../leads/lead-record.ts';
import { isFields, toText, type Fields } from '../../platform/http/fields.ts';
import { readStoredJSON } from '../../platform/store/stored.ts';
import type { Reader } from '../reader.ts';

/** A field that belongs to the value of another field: the code of an old number is wrong. */
const dependsOn: ReadonlyMap<string, string> = new Map([
  ['accessCode', 'phoneNumber'],
  ['leadPriceBreakdown', 'leadPrice'],
]);

const isID = (name: string): boolean => name.endsWith('ID');

const contradicts = (stored: Fields, received: Fields, name: string): boolean =>
  Object.hasOwn(received, name) && toText(stored[name]) !== toText(received[name]);

/**
 * Objects with IDs describe the same thing unless an ID differs. An object without any (location,
 * booking, estimate, price parts) is one value: a mixture of two addresses would be wrong.
 */
const isDifferentThing = (stored: Fields, received: Fields): boolean => {
  const names = Object.keys(stored);
  const hasIDs = [...names, ...Object.keys(received)].some(isID);
  return names.some((name) => (!hasIDs || isID(name)) && contradicts(stored, received, name));
};

const isOutdated = (stored: Fields, received: Fields, name: string): boolean => {
  const owner = dependsOn.get(name);
  return owner !== undefined && contradicts(stored, received, owner);
};

const complete = (stored: unknown, received: unknown): unknown => {
  if (!isFields(stored) || !isFields(received) || isDifferentThing(stored, received))
    return received;
  return Object.fromEntries(
    Object.entries({ ...stored, ...received })
      .filter(([name]) => Object.hasOwn(received, name) || !isOutdated(stored, received, name))
      .map(([name, value]) => [name, complete(stored[name], value)]),
  );
};

/** Returns `parsed` and `received`, completed from `storedRecord` (JSON; null for none). */
export const addKnownFields = (
  reader: Reader,
  storedRecord: string | null,
  parsed: LeadRecord,
  received: unknown,
): { readonly record: LeadRecord; readonly raw: unknown } => {
  const raw = complete(readStoredJSON(storedRecord), received);
  if (isDeepStrictEqual(raw, received)) return { record: parsed, raw: received };
  const completed = reader.parseLead(raw);
  return completed.ok ? { record: completed.value, raw } : { record: parsed, raw: received };
};
