/** Only release metadata that the makers signed is trusted. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatRelease, detectSystem } from '../../../../main/shell/updates/release-text.ts';
import { parseKey, verifyRelease } from '../../../../main/shell/updates/release.ts';
import { createDatedRelease, foreignKey, ourKey, ours, createRelease } from './signing.ts';

const signed = createRelease('2.0.0');
const [file] = signed.files;

const refusal = (metadata: unknown): string => {
  const read = verifyRelease(metadata, ours);
  return read.ok ? 'taken' : read.error.code;
};

describe('a release', () => {
  it('with a valid signature is accepted without its unsigned fields', () => {
    expect(verifyRelease({ ...signed, releaseNotes: '<b>new</b>', path: 'other' }, ours)).toEqual({
      ok: true,
      value: {
        version: '2.0.0',
        files: [{ name: file?.url, size: file?.size, sha512: file?.sha512 }],
        signedAt: null,
      },
    });
  });

  it.each([
    ['another version', { version: '3.0.0' }],
    ['another file', { files: [{ ...file, url: 'Other.AppImage' }] }],
    ['another size', { files: [{ ...file, size: 999 }] }],
    ['another digest', { files: [{ ...file, sha512: `${'B'.repeat(86)}==` }] }],
    ['a further file', { files: [file, { ...file, url: 'More.AppImage' }] }],
    ['no signature', { signature: undefined }],
    ['a signature of another release', { signature: createRelease('2.0.1').signature }],
    ['a signature by another key', { signature: createRelease('2.0.0', foreignKey).signature }],
    ['a signature that is not a string', { signature: 7 }],
    ['half a signature', { signature: signed.signature?.slice(0, 40) }],
  ])('with %s is not signed', (_what, change) => {
    expect(refusal({ ...signed, ...change })).toBe('update_unsigned');
  });

  it.each([
    ['no version', { version: undefined }],
    ['an invalid version', { version: 'newest' }],
    ['no files', { files: [] }],
    ['a file without a digest', { files: [{ url: file?.url, size: 1 }] }],
    ['a file on another server', { files: [{ ...file, url: 'https://example.com/a.AppImage' }] }],
    ['a file in another folder', { files: [{ ...file, url: '../a.AppImage' }] }],
    ['a request for administrator rights', { files: [{ ...file, isAdminRightsRequired: true }] }],
    ['a minimum system version', { minimumSystemVersion: '99.0.0' }],
    ['a partial rollout', { stagingPercentage: 0 }],
    ['an unsigned package to download', { packages: { x64: { path: 'more.7z' } } }],
  ])('with %s is unreadable', (_what, change) => {
    expect(refusal({ ...signed, ...change })).toBe('update_unreadable');
  });

  describe('with a signing date', () => {
    const at = Date.parse('2026-11-25T12:00:00.000Z');
    const dated = createDatedRelease('2.0.0', at);
    const dateOf = (change: object): number | null | undefined => {
      const read = verifyRelease({ ...dated, ...change }, ours);
      return read.ok ? read.value.signedAt : undefined;
    };

    it('provides the date', () => expect(dateOf({})).toBe(at));

    it.each([
      ['another date', { signedAt: '2026-11-26T12:00:00.000Z' }],
      ['the same date in another notation', { signedAt: '2026-11-25T12:00:00Z' }],
      ['no date', { signedAt: undefined }],
      ['an invalid date', { signedAt: 'soon' }],
      ['a date object from a YAML parser', { signedAt: new Date(at) }],
      ['no signature of the date', { dateSignature: undefined }],
      ['the signature of the release without a date', { dateSignature: signed.signature }],
      ['the signature of another key', createDatedRelease('2.0.0', at, foreignKey)],
      [
        'the signature of another release',
        { dateSignature: createDatedRelease('2.0.1', at).dateSignature },
      ],
    ])('with %s is accepted without a date', (_what, change) => {
      expect(dateOf(change)).toBe(null);
    });

    it('is refused without a signature of the release', () => {
      expect(refusal({ ...dated, signature: dated.dateSignature })).toBe('update_unsigned');
    });
  });

  it('signed for another system or processor is refused', () => {
    const taken = (['win', 'mac', 'linux', 'linux-arm64'] as const).map((copy) =>
      (['win', 'mac', 'linux', 'linux-arm64'] as const).filter(
        (system) =>
          verifyRelease(createRelease('2.0.0', undefined, system), { system: copy, key: ourKey })
            .ok,
      ),
    );
    expect(taken).toEqual([['win'], ['mac'], ['linux'], ['linux-arm64']]);
  });

  it.each([null, undefined, '', 'a page', 7, []])('that is %j is unreadable', (metadata) => {
    expect(refusal(metadata)).toBe('update_unreadable');
  });
});

describe('the signed text', () => {
  const one = { name: 'a', size: 1, sha512: 'x' };
  const other = { name: 'b', size: 2, sha512: 'y' };

  it('does not depend on the order of the files', () => {
    expect(formatRelease('linux', '1.0.0', [one, other])).toBe(
      formatRelease('linux', '1.0.0', [other, one]),
    );
  });

  it('differs for every other release, even if a name imitates the rest of the text', () => {
    const texts = [
      formatRelease('linux', '1.0.0', [one]),
      formatRelease('linux', '1.0.1', [one]),
      formatRelease('linux', '1.0.0', [one, other]),
      formatRelease('linux', '1.0.0', [{ ...one, name: 'a",1,"x"],["b' }]),
      formatRelease('linux', '1.0.0","files":[["a', [one]),
      formatRelease('win', '1.0.0', [one]),
      formatRelease('linux', '1.0.0', [one], '2026-11-25T12:00:00.000Z'),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('the system of a copy', () => {
  it('names the processor only on Linux ARM, which has its own releases', () => {
    expect([
      detectSystem('win32', 'arm64'),
      detectSystem('darwin', 'x64'),
      detectSystem('linux', 'x64'),
      detectSystem('linux', 'arm64'),
    ]).toEqual(['win', 'mac', 'linux', 'linux-arm64']);
  });
});

describe('the key of releases', () => {
  it('must be an Ed25519 key in PEM', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    const pem = (key: typeof ourKey): string =>
      key.export({ type: 'spki', format: 'pem' }).toString();
    expect(parseKey(pem(ourKey))).not.toBe(null);
    expect([parseKey(pem(rsa)), parseKey(''), parseKey('no key')]).toEqual([null, null, null]);
  });
});
