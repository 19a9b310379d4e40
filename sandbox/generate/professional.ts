/** The signed-in professional and the businesses that belong to them, from the seed. */
import type { Business, User } from '../records.ts';
import { firstNames, lastNames } from './people.ts';
import { idOf, randomOf } from './random.ts';
import { trades } from './trades/all.ts';
import type { Trade } from './trades/trade.ts';

/** A business and the trade in which its customers ask. */
export type TradingBusiness = Business & {
  readonly trade: Trade;
};

/** Beginnings of company names: "Bluebird" + "Painting Co.". */
export const companyWords = [
  'Bluebird',
  'Cornerstone',
  'Northside',
  'Evergreen',
  'Hometown',
  'Sunrise',
  'Riverbend',
  'Summit',
  'Brightside',
  'Copper Kettle',
  'Lone Oak',
  'Two Brothers',
  'Harbor',
  'Golden Hour',
  'Prairie',
  'Redwood',
  'Silver Maple',
  'Honest Abe’s',
  'Parkside',
  'Maple & Main',
  'Stonegate',
  'Clearwater',
  'Foxglove',
  'Anchor',
] as const;

/** The person whom `key` names; each key another one. */
export const generateUser = (seed: number, key: 'user' | 'co-owner'): User => {
  const random = randomOf(seed, key);
  const firstName = random.pick(firstNames);
  const lastName = random.pick(lastNames);
  const mailbox = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, '');
  return { userID: idOf(seed, key), email: `${mailbox}@example.com`, firstName, lastName };
};

/** `count` businesses with different names, one trade each. */
export const generateBusinesses = (seed: number, count: number): TradingBusiness[] => {
  const words = randomOf(seed, 'companies').shuffle(companyWords);
  const firstTrade = randomOf(seed, 'first trade').int(0, trades.length - 1);
  return Array.from({ length: count }, (_, i) => {
    const trade = trades[(firstTrade + i) % trades.length] ?? trades[0];
    const businessID = idOf(seed, 'business', i);
    const round = Math.floor(i / (words.length * trade.companies.length));
    const name = `${words[i % words.length]} ${trade.companies[Math.floor(i / words.length) % trade.companies.length]}`;
    return {
      businessID,
      name: round === 0 ? name : `${name} ${round + 1}`,
      imageURL: imagePath(businessID),
      trade,
    };
  });
};

/** Where a business's picture lies, below the service's own address. */
export const imagePath = (businessID: string): string => `/images/businesses/${businessID}.png`;
