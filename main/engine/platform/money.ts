/** The service's money is a display string; an amount is read from it only when that is certain. */
import type { Money } from '../../../contract/records.ts';

const dollars = /^\s*(?:US)?\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*(?:USD)?\s*$/;

/** The string as it came beside its amount in cents: "$1,234.50" is 123450, "call me" is null. */
export const readMoney = (text: string): Money => {
  const [, whole, fraction = ''] = dollars.exec(text) ?? [];
  if (whole === undefined) return { text, cents: null };
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  return { text, cents: Number.isSafeInteger(cents) ? cents : null };
};

export type Amount = {
  /** As ISO 4217 names it. */
  readonly currency: string;
  /** In its smallest unit. */
  readonly minor: number;
};

/** Currencies with a hundredth, by their signs and codes; a bare amount is in dollars, as the service is. */
const currencies: ReadonlyMap<string, string> = new Map([
  ...['', '$', 'US$', 'USD'].map((sign) => [sign, 'USD'] as const),
  ...['CA$', 'C$', 'CAD'].map((sign) => [sign, 'CAD'] as const),
  ...['MX$', 'MXN'].map((sign) => [sign, 'MXN'] as const),
  ...['A$', 'AU$', 'AUD'].map((sign) => [sign, 'AUD'] as const),
  ...['€', 'EUR'].map((sign) => [sign, 'EUR'] as const),
  ...['£', 'GBP'].map((sign) => [sign, 'GBP'] as const),
]);

const priced = /^([^\d\s]*)\s*(\d[\d.,]*)\s*([^\d\s]*)$/;
/** "1,234.50", and euros also as "1.234,50". */
const withPoint = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
const withComma = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/;

/** The currency that the signs before and behind an amount name; a dollar sign leaves it to the code which dollar. */
const currencyOf = (before: string, behind: string): string | null => {
  const named = currencies.get(behind === '' ? before : behind) ?? null;
  if (before === '' || behind === '' || named === null) return named;
  const isSame =
    before === '$' ? !['EUR', 'GBP'].includes(named) : currencies.get(before) === named;
  return isSame ? named : null;
};

/** What a display string says exactly; null when it holds no amount, or not for certain. */
export const readAmount = (text: string): Amount | null => {
  const [, before = '', number, behind = ''] =
    priced.exec(text.replaceAll('\u00a0', ' ').trim().toUpperCase()) ?? [];
  if (number === undefined) return null;
  const currency = currencyOf(before, behind);
  if (currency === null) return null;
  const [, whole, hundredths = ''] =
    withPoint.exec(number) ?? (currency === 'EUR' ? withComma.exec(number) : null) ?? [];
  if (whole === undefined) return null;
  const minor = Number(whole.replaceAll(/[,.]/g, '')) * 100 + Number(hundredths.padEnd(2, '0'));
  return Number.isSafeInteger(minor) ? { currency, minor } : null;
};
