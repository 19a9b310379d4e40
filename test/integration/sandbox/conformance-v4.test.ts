/** Facts about the live v4 interface without another test. */
import { expect, test } from 'vitest';
import { sendRequest, openMarketplace } from './marketplace.ts';

const scopes = [
  'offline_access',
  'supply::businesses.list',
  'supply::negotiations.read',
  'supply::negotiations.write',
  'supply::messages.read',
  'supply::messages.write',
  'supply::webhooks.read',
  'supply::webhooks.write',
  'supply::users.read',
  'supply::users.disconnect',
  'supply::businesses/associate-phone-numbers.read',
  'supply::businesses/associate-phone-numbers.write',
];

test('The client may request twelve scopes, together or one at a time', async () => {
  const market = await openMarketplace();
  expect(market.ready.v4.scopes.toSorted()).toEqual(scopes.toSorted());
  for (const scope of [scopes.join(' '), ...scopes])
    expect((await market.connect({ scope })).scope).toBe(scope);
});

test('The consent page describes each scope', async () => {
  const market = await openMarketplace();
  const { text } = await sendRequest(market.consentURL({ scope: scopes.join(' ') }));
  expect(text.match(/<li>/g)).toHaveLength(scopes.length);
  expect(text).not.toMatch(/supply::|offline_access/);
});
