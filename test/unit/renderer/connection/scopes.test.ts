import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findScopeWord } from '../../../../renderer/connection/scopes.ts';

/** The scopes of v4. */
const scopes = [
  'offline_access',
  ...'businesses.list negotiations.read negotiations.write messages.read messages.write webhooks.read webhooks.write users.read users.disconnect businesses/associate-phone-numbers.read businesses/associate-phone-numbers.write'
    .split(' ')
    .map((right) => `supply::${right}`),
  // The legacy interface.
  'messages',
];

it.each(['en', 'es'])('every scope of the service has its own label in %s', (language) => {
  const file = new URL(
    `../../../../resources/locales/${language}/translation.json`,
    import.meta.url,
  );
  const { connect } = JSON.parse(readFileSync(file, 'utf8')) as {
    connect: { scopes: Record<string, string> };
  };
  const words = scopes.map((scope) => connect.scopes[findScopeWord(scope) ?? '']);
  expect(words).not.toContain(undefined);
  expect(new Set(words).size).toBe(13);
});

it('an unknown scope has no label', () => {
  expect(findScopeWord('supply::everything')).toBeNull();
});
