/** Parses the service's display strings of money; an amount is read only when it is certain. */
import type { Money } from '../../../contract/records.ts';

const dollars = /^(?:US)?\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*(?:USD)?$/;

/** Parses the amount in cents: "$1,234.50" is 123450, "call me" is null. */
export const parseMoney = (text: string): Money => {
  const [, whole, fraction = ''] = dollars.exec(text.trim()) ?? [];
  if (whole === undefined) return { text, cents: null };
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  return { text, cents: Number.isSafeInteger(cents) ? cents : null };
};

export type Amount = {
  /** ISO 4217 code. */
  readonly currency: string;
  /** In the smallest unit. */
  readonly minor: number;
};

/** Currencies with hundredths, by sign and code; a bare amount is in dollars. */
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

/** Finds the currency of the signs before and after an amount; a code decides which dollar a sign means. */
const findCurrency = (before: string, after: string): string | null => {
  const named = currencies.get(after === '' ? before : after) ?? null;
  if (before === '' || after === '' || named === null) return named;
  const isSame =
    before === '$' ? !['EUR', 'GBP'].includes(named) : currencies.get(before) === named;
  return isSame ? named : null;
};

/** Parses an exact amount; null when it is not certain. */
export const parseAmount = (text: string): Amount | null => {
  const [, before = '', number, after = ''] =
    priced.exec(text.replaceAll('\u00a0', ' ').trim().toUpperCase()) ?? [];
  if (number === undefined) return null;
  const currency = findCurrency(before, after);
  if (currency === null) return null;
  const [, whole, hundredths = ''] =
    withPoint.exec(number) ?? (currency === 'EUR' ? withComma.exec(number) : null) ?? [];
  if (whole === undefined) return null;
  const minor = Number(whole.replaceAll(/[,.]/g, '')) * 100 + Number(hundredths.padEnd(2, '0'));
  return Number.isSafeInteger(minor) ? { currency, minor } : null;
};
