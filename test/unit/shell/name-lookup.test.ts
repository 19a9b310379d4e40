/** Chromium may look up the names of updates and dictionaries, and no others. */
import { expect, it } from 'vitest';
import { lookupRules } from '../../../main/shell/name-lookup.ts';

const usual = 'MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE *.gvt1.com';

it.each([
  ['a copy without updates', null, usual],
  [
    'updates from GitHub',
    'provider: github\nowner: hearthline\nrepo: app\n',
    `${usual}, EXCLUDE github.com, EXCLUDE *.githubusercontent.com`,
  ],
  [
    'updates from another server',
    "provider: generic\nurl: 'https://updates.example.com:8443/hearthline/'\n",
    `${usual}, EXCLUDE updates.example.com`,
  ],
  ['an address that is not encrypted', 'provider: generic\nurl: http://example.com/\n', usual],
  [
    'an address that would be two rules',
    'provider: generic\nurl: https://a,EXCLUDE%20*.example.com/\n',
    usual,
  ],
  ['what is no configuration', '\0', usual],
])('%s', (_what, configuration, rules) => {
  expect(lookupRules(configuration)).toBe(rules);
});
