/** Signing a release succeeds only if the app would accept the result. */
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { expect, it } from 'vitest';
import { signReleases } from '../../../scripts/sign-release.mjs';
import type { System } from '../../../main/shell/updates/release-text.ts';
import { verifyRelease } from '../../../main/shell/updates/release.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
/** The packager's metadata file of each system, sorted by name. */
const all = ['latest-linux.yml', 'latest-mac.yml', 'latest.yml'];
const repo = join(import.meta.dirname, '../../..');

const now = Date.parse('2026-11-25T12:00:00.000Z');
const content = 'a program';
const sha512 = createHash('sha512').update(content).digest('base64');

/** A folder from the packager with these metadata files. */
const createPackages = (digest = sha512, names: readonly string[] = all): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-release-'));
  writeFileSync(join(folder, 'Hearthline-1.0.0.AppImage'), content);
  writeFileSync(join(folder, 'builder-debug.yml'), 'x64: {}\n');
  const text = [
    'version: 1.0.0',
    'files:',
    '  - url: Hearthline-1.0.0.AppImage',
    `    sha512: ${digest}`,
    `    size: ${content.length}`,
    'path: Hearthline-1.0.0.AppImage',
    `sha512: ${digest}`,
    "releaseDate: '2026-11-23T12:00:00.000Z'",
    '',
  ].join('\n');
  for (const name of names) writeFileSync(join(folder, name), text);
  return folder;
};

/** Signs a folder with the makers' key, which its packages contain. */
const signFolder = (folder: string): Promise<string[]> =>
  signReleases({ folder, pem, packagedKey: publicPem, now });

const readMetadata = (folder: string, name = 'latest-linux.yml'): string =>
  readFileSync(join(folder, name), 'utf8');

/** Reads a folder's release as the app does on that system. */
const read = (folder: string, name: string, system: System) => {
  const info: unknown = parseUpdateInfo(readMetadata(folder, name), name, new URL('file:///'));
  return verifyRelease(info, { system, key: publicKey });
};
const isAccepted = (...args: Parameters<typeof read>): boolean => read(...args).ok;

it('the app accepts a signed release, even if it is signed twice', async () => {
  const folder = createPackages();
  expect(await signFolder(folder)).toEqual(all);
  const once = readMetadata(folder);
  await signFolder(folder);
  expect(readMetadata(folder)).toBe(once);
  expect(isAccepted(folder, 'latest-linux.yml', 'linux')).toBe(true);
});

it('the signing date is signed too, and signing again replaces it', async () => {
  const folder = createPackages();
  const signedAt = (): unknown => {
    const release = read(folder, 'latest-linux.yml', 'linux');
    return release.ok && release.value.signedAt;
  };
  await signFolder(folder);
  expect(signedAt()).toBe(now);
  const later = now + 60_000;
  await signReleases({ folder, pem, packagedKey: publicPem, now: later });
  expect(signedAt()).toBe(later);
  expect(readMetadata(folder).match(/signedAt|signature|dateSignature/g)).toHaveLength(3);
});

it('a release is signed only for the system in the name of its metadata', async () => {
  const systems = { win: '', mac: '-mac', linux: '-linux', 'linux-arm64': '-linux-arm64' } as const;
  const names = Object.values(systems).map((end) => `latest${end}.yml`);
  const folder = createPackages(sha512, [...names, 'beta.yml', 'latest-other.yml']);
  expect((await signFolder(folder)).toSorted()).toEqual(names.toSorted());
  for (const system of Object.keys(systems) as (keyof typeof systems)[])
    expect(names.filter((name) => isAccepted(folder, name, system))).toEqual([
      `latest${systems[system]}.yml`,
    ]);
});

it('a release that does not match its metadata is not signed', async () => {
  const other = createPackages(createHash('sha512').update('another').digest('base64'));
  const before = readMetadata(other);
  await expect(signFolder(other)).rejects.toThrow('is not the file');
  expect(readMetadata(other)).toBe(before);
  const empty = mkdtempSync(join(tmpdir(), 'hearthline-release-'));
  await expect(signFolder(empty)).rejects.toThrow('holds no release');
});

it.each(all)('a release without %s is not signed', async (name) => {
  const folder = createPackages();
  rmSync(join(folder, name));
  await expect(signFolder(folder)).rejects.toThrow(new RegExp(`lacks ${name}$`));
});

it('a release is not signed with a key that the packages do not contain', async () => {
  const stranger = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
  const folder = createPackages();
  for (const packagedKey of ['', stranger.toString()])
    await expect(signReleases({ folder, pem, packagedKey, now })).rejects.toThrow(
      'is not the public half',
    );
  expect(readMetadata(folder)).not.toContain('signature:');
});

it('an invalid key is refused without repeating it', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const wrong = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const pem of ['', 'secret', wrong])
    await expect(
      signReleases({ folder: createPackages(), pem, packagedKey: null, now }),
    ).rejects.toThrow(/^HEARTHLINE_UPDATE_KEY holds no Ed25519 private key in PEM$/);
});

it('the command signs a folder with the key from the environment', () => {
  const folder = createPackages();
  const run = (env: Record<string, string>): string =>
    execFileSync(process.execPath, [join(repo, 'scripts/sign-release.mjs'), folder], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  expect(() => run({ HEARTHLINE_UPDATE_KEY: '' })).toThrow();
  expect(readMetadata(folder)).not.toContain('signature:');
  const known = join(folder, 'update-key.pem');
  writeFileSync(known, '');
  const keys = { HEARTHLINE_UPDATE_KEY: pem, HEARTHLINE_UPDATE_PUBLIC_KEY: known };
  expect(() => run(keys)).toThrow('is not the public half');
  expect(readMetadata(folder)).not.toContain('signature:');
  writeFileSync(known, publicPem);
  expect(run(keys)).toBe(all.map((name) => `signed ${name}\n`).join(''));
  expect(readMetadata(folder)).toContain('signature:');
});
