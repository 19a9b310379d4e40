/** Chromium may resolve only the host names of updates and dictionaries. */
import { expect, it } from 'vitest';
import { buildLookupRules } from '../../../main/shell/name-lookup.ts';

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
  ['an unencrypted address', 'provider: generic\nurl: http://example.com/\n', usual],
  [
    'an address that would inject a second rule',
    'provider: generic\nurl: https://a,EXCLUDE%20*.example.com/\n',
    usual,
  ],
  ['an invalid configuration', '\0', usual],
])('the allowed host names with %s', (_case, configuration, rules) => {
  expect(buildLookupRules(configuration)).toBe(rules);
});
