/** Generates the phone numbers of a new business, one of them deleted. */
import type { PhoneNumber } from '../records.ts';
import { pickHome } from './places.ts';
import { deriveID, createRandom } from './random.ts';

const formerNames = ['Old office line', 'Previous cell', 'Answering service'] as const;
const names = ['Office', 'Owner’s cell', 'Crew lead', 'Scheduling', 'Van phone'] as const;
const day = 86_400_000;

/** Generates a business's numbers, oldest first, as of `now` (milliseconds UTC). */
export const generatePhoneNumbers = (
  seed: number,
  businessID: string,
  now: number,
): PhoneNumber[] => {
  const random = createRandom(seed, 'phone numbers', businessID);
  const { areaCode } = pickHome(seed, businessID);
  const rows = [
    random.pick(formerNames),
    ...names.slice(0, 1),
    ...random.shuffle(names.slice(1)).slice(0, random.int(1, 2)),
  ];
  // 555-0100 to 555-0199 are fictional; the numbers of a business all differ.
  const firstLine = random.int(100, 190);
  return rows.map((name, i) => {
    const created = now - (rows.length - i) * 90 * day - random.int(0, 80 * day);
    const isDeleted = i === 0;
    const updated = isDeleted ? created + random.int(20, 60) * day : created;
    const active = isDeleted ? updated - day : now - random.int(600_000, 9 * day);
    return {
      phoneNumberID: deriveID(seed, 'phone number', businessID, i),
      businessID,
      phoneNumber: `+1${areaCode}5550${firstLine + i}`,
      name,
      createdTime: new Date(created).toISOString(),
      updatedTime: new Date(updated).toISOString(),
      lastActivityTime: new Date(active).toISOString(),
      isDeleted,
    };
  });
};
