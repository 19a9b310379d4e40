/** What leads cost: exact sums of what the marketplace charged, each currency by itself. */
import type { Spend } from '../../../../contract/commands/insights.ts';
import { readAmount, type Amount } from '../../platform/money.ts';

export type Priced = {
  /** As the service writes it. */
  readonly priceText: string | null;
  readonly chargeState: string | null;
};

export type Spending = {
  /** Counts a lead; false when its price holds no amount that can be read. */
  readonly add: (lead: Priced, isWon: boolean) => boolean;
  /** The currency with the most charged first. */
  readonly sums: () => Spend[];
};

type Sum = { -readonly [Key in Exclude<keyof Spend, 'perLead' | 'perWon'>]: Spend[Key] };

const kindOf = (chargeState: string | null): 'charged' | 'refunded' | 'open' => {
  const said = chargeState?.trim().toLowerCase();
  return said === 'charged' || said === 'refunded' ? said : 'open';
};

/** To the nearest whole unit, a half upwards; null where there is nothing to divide by. */
const divided = (sum: number, by: number): number | null =>
  by === 0 ? null : Number((BigInt(sum) * 2n + BigInt(by)) / (BigInt(by) * 2n));

export const createSpending = (): Spending => {
  const amounts = new Map<string, Amount | null>();
  const byCurrency = new Map<string, Sum>();

  const amountOf = (text: string): Amount | null => {
    const known = amounts.get(text);
    if (known !== undefined) return known;
    const amount = readAmount(text);
    amounts.set(text, amount);
    return amount;
  };

  const sumOf = (currency: string): Sum => {
    const known = byCurrency.get(currency);
    if (known !== undefined) return known;
    const sum = {
      currency,
      charged: 0,
      chargedLeads: 0,
      refunded: 0,
      refundedLeads: 0,
      open: 0,
      openLeads: 0,
      won: 0,
    };
    byCurrency.set(currency, sum);
    return sum;
  };

  return {
    add: ({ priceText, chargeState }, isWon) => {
      if (priceText === null || priceText.trim() === '') return true;
      const amount = amountOf(priceText);
      if (amount === null) return false;
      const sum = sumOf(amount.currency);
      const kind = kindOf(chargeState);
      sum[kind] += amount.minor;
      sum[`${kind}Leads`] += 1;
      if (kind === 'charged' && isWon) sum.won += 1;
      return true;
    },
    sums: () =>
      [...byCurrency.values()]
        .map((sum) => ({
          ...sum,
          perLead: divided(sum.charged, sum.chargedLeads),
          perWon: divided(sum.charged, sum.won),
        }))
        .sort(
          (one, other) =>
            other.charged - one.charged || one.currency.localeCompare(other.currency, 'en'),
        ),
  };
};
