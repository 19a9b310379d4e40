/** The estimate of a lead, in its trade's units. */
import type { Estimate, Negotiation } from '../records.ts';
import type { Random } from './random.ts';
import type { Trade } from './trades/trade.ts';

/** `hours` is the duration of the work. An answer such as "3 rooms" sets the quantity. */
export const generateEstimate = (
  random: Random,
  trade: Trade,
  hours: number,
  details: Negotiation['request']['details'],
): Estimate => {
  const { type, unitName, dollars: range, quantity } = trade.estimate;
  const each = random.int(...range);
  if (random.chance(0.08)) return { type: 'MoreInfo' };
  if (type === 'Fixed' || type === 'OnSite') return { type, total: dollars(each) };
  const counted = details.map(({ answer }) => unitsIn(answer, unitName)).find(Boolean);
  const units = type === 'Hourly' ? hours : (counted ?? random.int(...quantity));
  return {
    type,
    pricePerUnit: dollars(each),
    unitQuantity: units,
    ...(unitName ? { unitName } : {}),
    total: dollars(each * units),
  };
};

/** The number of units in an answer such as "3 rooms". */
const unitsIn = (answer: string, unitName = ''): number | undefined => {
  const [, count, unit] = /^(\d+) (\w+?)s?$/.exec(answer) ?? [];
  return unit === unitName ? Number(count) : undefined;
};

/** Formats dollars like the service: "$1,450.00". */
export const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
