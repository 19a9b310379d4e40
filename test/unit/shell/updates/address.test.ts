/** The address for updates comes from the package and is github.com or a server with HTTPS. */
import { describe, expect, it } from 'vitest';
import { isSafeAddress, parseUpdateAddress } from '../../../../main/shell/updates/address.ts';

describe('the update address', () => {
  it('is parsed from the packager’s file', () => {
    const written = [
      'provider: generic',
      "url: 'https://updates.example.com/hearthline/'",
      'updaterCacheDirName: hearthline-updater',
      'publisherName:',
      '  - Example',
      '',
    ].join('\n');
    expect(parseUpdateAddress(written)).toEqual({
      ok: true,
      value: { provider: 'generic', url: 'https://updates.example.com/hearthline/' },
    });
    expect(parseUpdateAddress('owner: example\nrepo: hearthline\nprovider: github\n')).toEqual({
      ok: true,
      value: { provider: 'github', owner: 'example', repo: 'hearthline' },
    });
  });

  it.each([
    ['nothing', ''],
    ['no provider', 'url: https://example.com'],
    ['an unencrypted address', 'provider: generic\nurl: http://example.com/'],
    ['another service', 'provider: s3\nurl: https://example.com'],
    ['another host for GitHub', 'provider: github\nowner: a\nrepo: b\nhost: evil.example'],
    ['a token', 'provider: github\nowner: a\nrepo: b\ntoken: secret'],
    ['a private repository', 'provider: github\nowner: a\nrepo: b\nprivate: true'],
    ['a name with a path in it', 'provider: github\nowner: a/..\nrepo: b'],
  ])('is refused for %s', (_what, text) => {
    expect(parseUpdateAddress(text)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });
});

describe('an update request', () => {
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
