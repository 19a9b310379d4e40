/** A release for another architecture downloads that architecture's keychain module. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fetchNatives } from '../../../scripts/natives.mjs';

const name = '@napi-rs/keyring-win32-arm64-msvc';
const key = `node_modules/${name}`;
type Locked = { readonly version: string; readonly integrity: string };
const locked = (
  JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, Locked>;
  }
).packages[key] as Locked;

let repo = '';
beforeEach(() => {
  repo = mkdtempSync(join(tmpdir(), 'natives-'));
});
afterEach(() => rmSync(repo, { recursive: true, force: true }));

const lockfile = (entry: Partial<Locked>): void =>
  writeFileSync(
    join(repo, 'package-lock.json'),
    JSON.stringify({ packages: { [key]: { ...locked, ...entry } } }),
  );
const wanted = () => ({ repo, platform: 'win32', archs: ['arm64'] });

it('puts the module that package-lock.json names into node_modules, once', async () => {
  lockfile({});
  expect(await fetchNatives(wanted())).toEqual([`fetched ${name}`]);
  expect(readdirSync(join(repo, key))).toContain('keyring.win32-arm64-msvc.node');
  expect(await fetchNatives(wanted())).toEqual([]);
});

it('rejects a module with another checksum, and leaves no files', async () => {
  const other = locked.integrity.replace(/.{8}==$/, 'AAAAAAAA==');
  lockfile({ integrity: other });
  await expect(fetchNatives(wanted())).rejects.toThrow('is not the one');
  expect(readdirSync(join(repo, 'node_modules/@napi-rs'))).toEqual([]);
});

it('downloads nothing for an architecture that package-lock.json does not list', async () => {
  lockfile({});
  mkdirSync(join(repo, 'node_modules'));
  await expect(fetchNatives({ ...wanted(), archs: ['mips'] })).rejects.toThrow('knows no');
});
