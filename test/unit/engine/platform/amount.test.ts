/** Only unambiguous amounts are parsed, with their currency. */
import { expect, it } from 'vitest';
import { parseAmount } from '../../../../main/engine/platform/money.ts';

it.each([
  ['$25.00', 'USD', 2_500],
  ['25', 'USD', 2_500],
  [' US$1,234.5 ', 'USD', 123_450],
  ['25.00 USD', 'USD', 2_500],
  ['$25.00 USD', 'USD', 2_500],
  ['$25.00 CAD', 'CAD', 2_500],
  ['CA$25', 'CAD', 2_500],
  ['£0.07', 'GBP', 7],
  ['€1.234,50', 'EUR', 123_450],
  ['25,00 €', 'EUR', 2_500],
  ['€25.00', 'EUR', 2_500],
])('%s is parsed as %s, %i of its smallest unit', (text, currency, minor) => {
  expect(parseAmount(text)).toEqual({ currency, minor });
});

it.each([
  '',
  'call me',
  '$25 – $40',
  '$1.234',
  '25,00',
  '$25 EUR',
  '₽25',
  '-$25',
  '$25.001',
  '1,23,4',
])('“%s” is not an amount', (text) => {
  expect(parseAmount(text)).toBeNull();
});
