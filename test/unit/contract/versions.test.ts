/** Versions are compared as semver defines. */
import { describe, expect, it } from 'vitest';
import { compareVersions, isPrerelease, isVersion } from '../../../contract/versions.ts';

const ascending = [
  '0.0.9',
  '0.1.0',
  '0.9.0',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '2.0.0',
  '10.0.0',
];

describe('versions', () => {
  it('are ordered as in semver', () => {
    for (const [index, one] of ascending.entries())
      for (const [against, other] of ascending.entries())
        expect([one, other, Math.sign(compareVersions(one, other))]).toEqual([
          one,
          other,
          Math.sign(index - against),
        ]);
  });

  it('with a suffix are prereleases', () => {
    expect(ascending.filter(isPrerelease)).toEqual(ascending.slice(4, 11));
  });

  it.each([
    '',
    '1',
    '1.2',
    '1.2.3.4',
    'v1.2.3',
    '01.2.3',
    '1.2.3-',
    '1.2.3-01',
    '1.2.3+build',
    '1.2.3 ',
    'latest',
    `1.2.${'3'.repeat(70)}`,
  ])('do not include %j', (text) => {
    expect(isVersion(text)).toBe(false);
    expect(() => compareVersions(text, '1.0.0')).toThrow('not a version');
  });
});
