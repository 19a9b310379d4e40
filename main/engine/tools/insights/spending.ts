/** Sums the marketplace's charges exactly, per currency. */
import type { Spend } from '../../../../contract/commands/insights.ts';
import { getOrAdd } from '../../platform/get-or-add.ts';
import { parseAmount } from '../../platform/money.ts';

/** By charge, the key of its leads. */
const leadsKeys = {
  charged: 'chargedLeads',
  refunded: 'refundedLeads',
  open: 'openLeads',
} as const;
type Charge = keyof typeof leadsKeys;

type Sum = { -readonly [Key in Exclude<keyof Spend, 'perLead' | 'perWon'>]: Spend[Key] };

export const toCharge = (chargeState: string | null): Charge => {
  const state = chargeState?.trim().toLowerCase();
  return state === 'charged' || state === 'refunded' ? state : 'open';
};

/** Rounds half up; null for a division by zero. */
const divideRounded = (sum: number, by: number): number | null =>
  by === 0 ? null : Number((BigInt(sum) * 2n + BigInt(by)) / (BigInt(by) * 2n));

export const createSpending = () => {
  /** By price as the service writes it, with the sum of its currency; null if it cannot be read. */
  const amounts = new Map<string, { readonly minor: number; readonly sum: Sum } | null>();
  const byCurrency = new Map<string, Sum>();

  const getSum = (currency: string): Sum =>
    getOrAdd(byCurrency, currency, () => ({
      currency,
      charged: 0,
      chargedLeads: 0,
      refunded: 0,
      refundedLeads: 0,
      open: 0,
      openLeads: 0,
      won: 0,
    }));

  const readAmount = (priceText: string) => {
    const amount = parseAmount(priceText);
    return amount && { minor: amount.minor, sum: getSum(amount.currency) };
  };

  return {
    /** Counts a lead; false if its price cannot be read. */
    add: (priceText: string | null, charge: Charge, isWon: boolean): boolean => {
      if (priceText === null || priceText === '') return true;
      const amount = getOrAdd(amounts, priceText, () => readAmount(priceText));
      if (amount === null) return priceText.trim() === '';
      const { minor, sum } = amount;
      sum[charge] += minor;
      sum[leadsKeys[charge]] += 1;
      if (charge === 'charged' && isWon) sum.won += 1;
      return true;
    },
    /** Largest charge first. */
    computeSums: (): Spend[] =>
      [...byCurrency.values()]
        .map((sum) => ({
          ...sum,
          perLead: divideRounded(sum.charged, sum.chargedLeads),
          perWon: divideRounded(sum.charged, sum.won),
        }))
        .sort(
          (one, other) =>
            other.charged - one.charged || one.currency.localeCompare(other.currency, 'en'),
        ),
  };
};
