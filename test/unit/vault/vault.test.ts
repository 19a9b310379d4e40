import { randomBytes } from 'node:crypto';
import type * as nodeFs from 'node:fs';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOwnerOnly } from '../../owner-only.ts';
import { openVault, type Vault } from '../../../main/vault/vault.ts';
import { disk } from './support/full-disk.ts';

vi.mock('node:fs', async (original) => {
  const { limitDisk } = await import('./support/full-disk.ts');
  return limitDisk(await original<typeof nodeFs>());
});

/** Most users of Windows may not create links. */
const isWindows = process.platform === 'win32';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const key = randomBytes(32);
let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vault-'));
  file = join(folder, 'vault.bin');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (withKey: Buffer | null = key): Vault => {
  const vault = openVault({ file, key: withKey, random: randomBytes, log: quiet });
  if (!vault.ok) throw new Error(vault.error.message);
  return vault.value;
};

describe('the vault', () => {
  it('keeps its records across a restart', () => {
    const vault = open();
    vault.write('grant', { token: 'first' });
    vault.write('grant', { token: 'second' });
    vault.write('other', { deep: { list: [1, null, 'ü'] } });
    vault.write('passing', {});
    vault.remove('passing');

    const again = open();
    expect(again.listNames().map((name) => [name, again.read(name)])).toEqual([
      ['grant', { token: 'second' }],
      ['other', { deep: { list: [1, null, 'ü'] } }],
    ]);
    expect(again.isMemoryOnly).toBe(false);
  });

  it('encrypts names and values in a file that only its owner can read', () => {
    open().write('account-name', { token: 'canary-token' });
    const bytes = readFileSync(file).toString('latin1');
    expect(bytes).not.toContain('canary-token');
    expect(bytes).not.toContain('account-name');
    expect(isOwnerOnly(file)).toBe(true);
    expect(readdirSync(folder)).toEqual(['vault.bin']);
  });

  it('encrypts the same records differently each time', () => {
    const vault = open();
    vault.write('a', { b: 1 });
    const first = readFileSync(file);
    vault.write('a', { b: 1 });
    expect(readFileSync(file).equals(first)).toBe(false);
  });

  it('detects any change of its file and sets the file aside unchanged', () => {
    open().write('grant', { token: 'secret', more: 'x'.repeat(50) });
    const good = readFileSync(file);
    const position = fc.nat({ max: good.length - 1 });
    const tampered = fc.oneof(
      fc.tuple(position, fc.integer({ min: 1, max: 255 })).map(([at, mask]) => {
        const bytes = Buffer.from(good);
        bytes[at] = (bytes[at] ?? 0) ^ mask;
        return bytes;
      }),
      position.map((length) => good.subarray(0, length)),
      fc.uint8Array({ minLength: 1, maxLength: 40 }).map((tail) => Buffer.concat([good, tail])),
    );
    fc.assert(
      fc.property(tampered, (bytes) => {
        for (const name of readdirSync(folder)) rmSync(join(folder, name));
        writeFileSync(file, bytes);
        const vault = open();
        expect([vault.isReplacement, vault.listNames()]).toEqual([true, []]);
        const [aside = ''] = readdirSync(folder);
        expect(readFileSync(join(folder, aside)).equals(bytes)).toBe(true);
      }),
    );
  });

  it('sets a file with a lost key aside and starts a new one', () => {
    open().write('grant', { token: 'old' });
    const old = readFileSync(file);

    const vault = open(randomBytes(32));
    expect([vault.isReplacement, vault.listNames()]).toEqual([true, []]);
    vault.write('grant', { token: 'new' });

    const aside = readdirSync(folder).filter((name) => name !== 'vault.bin');
    expect(aside.map((name) => readFileSync(join(folder, name)))).toEqual([old]);
  });

  it('without a key stays in memory and changes no file', () => {
    open().write('grant', { token: 'on disk' });
    const before = readFileSync(file);

    const vault = open(null);
    vault.write('grant', { token: 'in memory' });

    expect([vault.isMemoryOnly, vault.read('grant')]).toEqual([true, { token: 'in memory' }]);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['vault.bin']);
  });

  it('writes no file before the first record', () => {
    open();
    expect(existsSync(file)).toBe(false);
  });

  it('fails on a full disk and keeps its records', () => {
    const vault = open();
    vault.write('grant', { token: 'kept' });
    disk.full = true;
    const answer = vault.write('grant', { token: 'lost' });
    disk.full = false;

    expect(answer).toMatchObject({ ok: false, error: { code: 'disk_full' } });
    expect([vault.read('grant'), open().read('grant')]).toEqual([
      { token: 'kept' },
      { token: 'kept' },
    ]);
    expect(readdirSync(folder)).toEqual(['vault.bin']);
    expect(vault.write('grant', { token: 'later' }).ok).toBe(true);
  });

  it.skipIf(isWindows)('fails and keeps its records if its folder is gone', () => {
    const vault = open();
    vault.write('grant', { token: 'kept' });
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(vault.write('grant', { token: 'lost' })).toMatchObject({ ok: false });
    expect(vault.read('grant')).toEqual({ token: 'kept' });
  });

  it.skipIf(isWindows)('is never written through a link in its folder', () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'untouched');
    symlinkSync(victim, `${file}.new`);
    const vault = open();
    symlinkSync(victim, `${file}.new`);
    expect(vault.write('grant', { token: 'mine' }).ok).toBe(true);
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(isOwnerOnly(file)).toBe(true);
    expect(open().read('grant')).toEqual({ token: 'mine' });
  });

  it('is not affected when a caller changes a written record', () => {
    const vault = open();
    const record = { token: 'as written' };
    vault.write('grant', record);
    record.token = 'changed';
    expect(vault.read('grant')).toEqual({ token: 'as written' });
  });

  it('opens after an interrupted write', () => {
    open().write('grant', { token: 'whole' });
    writeFileSync(`${file}.0011223344556677.new`, 'half a fi');
    const vault = open();
    expect(readdirSync(folder)).toEqual(['vault.bin']);
    expect(vault.read('grant')).toEqual({ token: 'whole' });
    expect(vault.write('grant', { token: 'next' }).ok).toBe(true);
    expect(open().read('grant')).toEqual({ token: 'next' });
  });
});
