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
