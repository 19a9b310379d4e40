/** Generates the signed-in professional and their businesses. */
import type { Business, User } from '../records.ts';
import { deriveID, createRandom } from './random.ts';
import { trades } from './trades/trades.ts';
import type { Trade } from './trades/trade.ts';
import { companies, names } from './words.ts';

/** A business with the trade of its customers' requests. */
export type TradingBusiness = Business & {
  readonly trade: Trade;
};

/** Generates a person. Each key gives a different one. */
export const generateUser = (seed: number, key: 'user' | 'co-owner'): User => {
  const random = createRandom(seed, key);
  const firstName = random.pick(names.en.first);
  const lastName = random.pick(names.en.last);
  const mailbox = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, '');
  return { userID: deriveID(seed, key), email: `${mailbox}@example.com`, firstName, lastName };
};

/** Generates `count` businesses with different names and one trade each. */
export const generateBusinesses = (seed: number, count: number): TradingBusiness[] => {
  const nameBeginnings = createRandom(seed, 'companies').shuffle(companies.names);
  const firstTrade = createRandom(seed, 'first trade').int(0, trades.length - 1);
  return Array.from({ length: count }, (_, i) => {
    const trade = trades[(firstTrade + i) % trades.length] ?? trades[0];
    const businessID = deriveID(seed, 'business', i);
    const cycle = Math.floor(i / (nameBeginnings.length * trade.companies.length));
    const name = `${nameBeginnings[i % nameBeginnings.length]} ${trade.companies[Math.floor(i / nameBeginnings.length) % trade.companies.length]}`;
    return {
      businessID,
      name: cycle === 0 ? name : `${name} ${cycle + 1}`,
      imageURL: buildImagePath(businessID),
      trade,
    };
  });
};

/** Returns the path of a business's picture, relative to the service's base URL. */
export const buildImagePath = (businessID: string): string =>
  `/images/businesses/${businessID}.png`;
