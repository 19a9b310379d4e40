/** Releases are signed where they were packaged, and only what the app would take. */
import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { expect, it } from 'vitest';
import { signReleases } from '../../../scripts/sign-release.mjs';
import { readRelease } from '../../../main/shell/updates/release.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const repo = join(import.meta.dirname, '../../..');

const content = 'a program';
const sha512 = createHash('sha512').update(content).digest('base64');

/** A folder as the packager leaves it. */
const packaged = (digest = sha512): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-release-'));
  writeFileSync(join(folder, 'Hearthline-1.0.0.AppImage'), content);
  writeFileSync(join(folder, 'builder-debug.yml'), 'x64: {}\n');
  writeFileSync(
    join(folder, 'latest-linux.yml'),
    [
      'version: 1.0.0',
      'files:',
      '  - url: Hearthline-1.0.0.AppImage',
      `    sha512: ${digest}`,
      `    size: ${content.length}`,
      'path: Hearthline-1.0.0.AppImage',
      `sha512: ${digest}`,
      "releaseDate: '2026-11-23T12:00:00.000Z'",
      '',
    ].join('\n'),
  );
  return folder;
};

const metadata = (folder: string): string => readFileSync(join(folder, 'latest-linux.yml'), 'utf8');

it('a release that is signed is one that the app takes, also when it is signed once more', async () => {
  const folder = packaged();
  expect(await signReleases({ folder, pem })).toEqual(['latest-linux.yml']);
  const once = metadata(folder);
  await signReleases({ folder, pem });
  expect(metadata(folder)).toBe(once);
  const info: unknown = parseUpdateInfo(once, 'latest-linux.yml', new URL('https://example.com/'));
  expect(readRelease(info, createPublicKey(privateKey))).toMatchObject({
    ok: true,
    value: { version: '1.0.0' },
  });
});

it('what is not as its metadata says is not signed', async () => {
  const other = packaged(createHash('sha512').update('another').digest('base64'));
  const before = metadata(other);
  await expect(signReleases({ folder: other, pem })).rejects.toThrow('is not the file');
  expect(metadata(other)).toBe(before);
  const empty = mkdtempSync(join(tmpdir(), 'hearthline-release-'));
  await expect(signReleases({ folder: empty, pem })).rejects.toThrow('holds no release');
});

it('another key is refused without a word of it', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const wrong = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const given of ['', 'secret', wrong])
    await expect(signReleases({ folder: packaged(), pem: given })).rejects.toThrow(
      /^HEARTHLINE_UPDATE_KEY holds no Ed25519 private key in PEM$/,
    );
});

it('the command signs a folder with the key of its environment', () => {
  const folder = packaged();
  const run = (env: Record<string, string>): string =>
    execFileSync(process.execPath, [join(repo, 'scripts/sign-release.mjs'), folder], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  expect(() => run({ HEARTHLINE_UPDATE_KEY: '' })).toThrow();
  expect(metadata(folder)).not.toContain('signature:');
  expect(run({ HEARTHLINE_UPDATE_KEY: pem })).toBe('signed latest-linux.yml\n');
  expect(metadata(folder)).toContain('signature:');
});
