import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createBuiltInProfiles } from '../../../main/shell/built-in-profiles.ts';
import { createKeptLog, buildProfile } from '../connect/support/service.ts';

const setUp = (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'built-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const log = createKeptLog();
  return { log, ...createBuiltInProfiles(folder, log) };
};
const profile = (name: string): string => JSON.stringify(buildProfile({ name }));

it('the profiles of a build are listed by name, and other files in the folder are not', async () => {
  const { list, read, log } = setUp({
    'b.hearthline': profile('Acme Pros'),
    'a.hearthline': profile('Best Homes'),
    'README.md': '# Profiles',
  });
  expect(await list()).toEqual([
    { file: 'b.hearthline', name: 'Acme Pros' },
    { file: 'a.hearthline', name: 'Best Homes' },
  ]);
  expect(await read('a.hearthline')).toEqual({ ok: true, value: profile('Best Homes') });
  expect(log.lines).toEqual([]);
});

it('an invalid profile is logged without its secret and not listed', async () => {
  const { list, log } = setUp({
    'broken.hearthline': '{ "clientSecret": "canary" ',
    'wrong.hearthline': JSON.stringify({ ...buildProfile(), interface: 'v9' }),
    'good.hearthline': profile('Acme Pros'),
  });
  expect(await list()).toEqual([{ file: 'good.hearthline', name: 'Acme Pros' }]);
  expect(log.lines).toHaveLength(2);
  // The files are read in parallel.
  for (const file of ['broken.hearthline', 'wrong.hearthline'])
    expect(log.lines.join()).toContain(file);
  expect(log.lines.join()).not.toContain('canary');
});

it('files outside the folder are not read', async () => {
  const { read } = setUp({});
  for (const file of ['../secret.hearthline', '/etc/passwd', 'none.hearthline'])
    expect(await read(file)).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

it('a build without the folder has no profiles', async () => {
  const { list } = createBuiltInProfiles('/does/not/exist', createKeptLog());
  expect(await list()).toEqual([]);
});
