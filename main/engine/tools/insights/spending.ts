/** Sums the marketplace's charges exactly, per currency. */
import type { Spend } from '../../../../contract/commands/insights.ts';
import { getOrAdd } from '../../platform/get-or-add.ts';
import { parseAmount, type Amount } from '../../platform/money.ts';

export type Priced = {
  /** As the service writes it. */
  readonly priceText: string | null;
  readonly chargeState: string | null;
};

type Sum = { -readonly [Key in Exclude<keyof Spend, 'perLead' | 'perWon'>]: Spend[Key] };

const toKind = (chargeState: string | null): 'charged' | 'refunded' | 'open' => {
  const state = chargeState?.trim().toLowerCase();
  return state === 'charged' || state === 'refunded' ? state : 'open';
};

/** Rounds half up; null for a division by zero. */
const divideRounded = (sum: number, by: number): number | null =>
  by === 0 ? null : Number((BigInt(sum) * 2n + BigInt(by)) / (BigInt(by) * 2n));

export const createSpending = () => {
  const amounts = new Map<string, Amount | null>();
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

  return {
    /** Counts a lead; false if its price cannot be read. */
    add: ({ priceText, chargeState }: Priced, isWon: boolean): boolean => {
      if (priceText === null || priceText.trim() === '') return true;
      const amount = getOrAdd(amounts, priceText, () => parseAmount(priceText));
      if (amount === null) return false;
      const sum = getSum(amount.currency);
      const kind = toKind(chargeState);
      sum[kind] += amount.minor;
      sum[`${kind}Leads`] += 1;
      if (kind === 'charged' && isWon) sum.won += 1;
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
