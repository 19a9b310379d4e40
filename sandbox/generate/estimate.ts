/** Estimates of leads, in the units of their trades. */
import type { Estimate, Negotiation } from '../records.ts';
import type { Random } from './random.ts';
import type { Trade } from './trades/trade.ts';

/**
 * Generates an estimate. An answer such as "3 rooms" determines the quantity.
 * @param hours duration of the work
 */
export const generateEstimate = (
  random: Random,
  trade: Trade,
  hours: number,
  details: Negotiation['request']['details'],
): Estimate => {
  const { type, unitName, dollars: range, quantity } = trade.estimate;
  const amount = random.int(...range);
  if (random.chance(0.08)) return { type: 'MoreInfo' };
  if (type === 'Fixed' || type === 'OnSite') return { type, total: formatMoney(amount) };
  const answeredUnits = details.map(({ answer }) => parseUnits(answer, unitName)).find(Boolean);
  const units = type === 'Hourly' ? hours : (answeredUnits ?? random.int(...quantity));
  return {
    type,
    pricePerUnit: formatMoney(amount),
    unitQuantity: units,
    ...(unitName ? { unitName } : {}),
    total: formatMoney(amount * units),
  };
};

const parseUnits = (answer: string, unitName = ''): number | undefined => {
  const [, count, unit] = /^(\d+) (\w+?)s?$/.exec(answer) ?? [];
  return unit === unitName ? Number(count) : undefined;
};

/** Created once, because creating a format is far more expensive than using it. */
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Formats dollars like the service: "$1,450.00". */
export const formatMoney = (dollars: number): string => money.format(dollars);
