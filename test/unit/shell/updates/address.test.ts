/** Where a copy asks for updates stands in its package, is encrypted on its way, and is github.com or an address. */
import { describe, expect, it } from 'vitest';
import { isSafeAddress, readAddress } from '../../../../main/shell/updates/address.ts';

describe('the address for updates', () => {
  it('is read as the packager writes it', () => {
    const written = [
      'provider: generic',
      "url: 'https://updates.example.com/hearthline/'",
      'updaterCacheDirName: hearthline-updater',
      'publisherName:',
      '  - Example',
      '',
    ].join('\n');
    expect(readAddress(written)).toEqual({
      ok: true,
      value: { provider: 'generic', url: 'https://updates.example.com/hearthline/' },
    });
    expect(readAddress('owner: example\nrepo: hearthline\nprovider: github\n')).toEqual({
      ok: true,
      value: { provider: 'github', owner: 'example', repo: 'hearthline' },
    });
  });

  it.each([
    ['nothing', ''],
    ['no provider', 'url: https://example.com'],
    ['an address that is not encrypted', 'provider: generic\nurl: http://example.com/'],
    ['another service', 'provider: s3\nurl: https://example.com'],
    ['a server of its own under github', 'provider: github\nowner: a\nrepo: b\nhost: evil.example'],
    ['a token', 'provider: github\nowner: a\nrepo: b\ntoken: secret'],
    [
      'a private repository, whose token comes of the environment',
      'provider: github\nowner: a\nrepo: b\nprivate: true',
    ],
    ['a name with a path in it', 'provider: github\nowner: a/..\nrepo: b'],
  ])('is refused when it is %s', (_what, text) => {
    expect(readAddress(text)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });
});

describe('a request for an update', () => {
  it.each(['https://example.com/latest.yml', 'http://127.0.0.1:8080/latest.yml'])(
    'may go to %s',
    (address) => {
      expect(isSafeAddress(address)).toBe(true);
    },
  );

  it.each([
    'http://example.com/',
    'http://localhost/',
    'http://127.0.0.1.example.com/',
    'http://127.0.0.1@example.com/',
    'https://user:password@example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'example.com',
  ])('may not go to %s', (address) => {
    expect(isSafeAddress(address)).toBe(false);
  });
});
