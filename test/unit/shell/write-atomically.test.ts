/** A saved file is either complete or unchanged. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isOwnerOnly } from '../../owner-only.ts';
import { fail, succeed } from '../../../contract/errors.ts';
import { writeAtomically } from '../../../main/shell/write-atomically.ts';
import { temporaryFolder } from '../engine/support/store.ts';

const half = async (path: string): Promise<void> => appendFile(path, 'half');

it('a file gets its name when it is complete, readable by its owner only', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'leads.csv');
  writeFileSync(path, 'before');
  const answer = await writeAtomically(path, async (unfinished) => {
    await half(unfinished);
    expect(readFileSync(path, 'utf8')).toBe('before');
    await half(unfinished);
    return succeed(2);
  });
  expect(answer).toEqual(succeed(2));
  expect(readFileSync(path, 'utf8')).toBe('halfhalf');
  expect(isOwnerOnly(path)).toBe(true);
  expect(readdirSync(folder)).toEqual(['leads.csv']);
});

it.each([
  ['is canceled', async () => fail('conflict', 'Canceled.'), 'conflict'],
  [
    'finds the disk full',
    () => Promise.reject(Object.assign(new Error(), { code: 'ENOSPC' })),
    'disk_full',
  ],
])('the previous file stays when the writing %s', async (_, end, code) => {
  const folder = temporaryFolder();
  const path = join(folder, 'leads.csv');
  writeFileSync(path, 'before');
  const answer = await writeAtomically(path, async (unfinished) => {
    await half(unfinished);
    return end();
  });
  expect(answer).toMatchObject({ ok: false, error: { code } });
  expect(readFileSync(path, 'utf8')).toBe('before');
  expect(readdirSync(folder)).toEqual(['leads.csv']);
});

// Root and Windows ignore the permission.
it.runIf((process.getuid?.() ?? 0) > 0)(
  'a folder without write permission fails with read_only',
  async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    const answer = await writeAtomically(join(folder, 'leads.csv'), async () => succeed({}));
    expect(answer).toMatchObject({ ok: false, error: { code: 'read_only' } });
  },
);

it('a missing folder fails with read_only', async () => {
  const path = join(temporaryFolder(), 'none', 'leads.csv');
  const answer = await writeAtomically(path, async () => succeed({}));
  expect(answer).toMatchObject({ ok: false, error: { code: 'read_only' } });
});

it('a temporary file that cannot be removed does not hide the failure', async () => {
  const path = join(temporaryFolder(), 'leads.csv');
  const answer = await writeAtomically(path, async (unfinished) => {
    rmSync(unfinished);
    mkdirSync(unfinished);
    return fail('disk_full', 'The disk is full.');
  });
  expect(answer).toMatchObject({ ok: false, error: { code: 'disk_full' } });
});
