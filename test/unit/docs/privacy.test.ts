/**
 * PRIVACY.md must stay complete: every file that the app leaves in its data folder, every limit and every host in
 * the code is on the page.
 */
import { randomBytes } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWindowState, writeWindowState } from '../../../main/shell/window-state.ts';
import { openChoice } from '../../../main/shell/background/choice.ts';
import { createAlbum, maxPhotoBytes } from '../../../main/engine/photos/album.ts';
import {
  getBackupFolder,
  buildBackupPath,
  listBackups,
  pruneBackups,
} from '../../../main/engine/platform/store/backups.ts';
import { openJournal } from '../../../main/engine/receiver/journal.ts';
import { copyInThread, keepBackups } from '../../../main/engine/platform/store/daily-backup.ts';
import { openStore } from '../../../main/engine/platform/store/open.ts';
import { suspect } from '../../../main/engine/platform/store/suspicion.ts';
import { storeKey } from '../../../main/engine/tunnel/known-hosts.ts';
import { openLog } from '../../../main/log/log.ts';
import { openVault } from '../../../main/vault/vault.ts';
import { createStateFile, readStateFile } from '../../../sandbox/state-file.ts';
import { noon, temporaryFolder, testClock, testLog } from '../engine/support/store.ts';

const repo = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(repo, file), 'utf8');
const page = read('PRIVACY.md');
const [, stored = '', leaving = ''] =
  /## What is stored, and where\n([\s\S]*?)\n## What leaves the computer, and to whom\n([\s\S]*?)\n## /.exec(
    page,
  ) ?? [];

/** The rows of the table of files, by the names in their first cells; `…` stands for any ending. */
const rows = stored.split('\n').flatMap((line) => {
  const cells = line.split(' | ');
  const [names = '', , , lasts = ''] = cells.length === 4 ? cells : [];
  return [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, lasts }));
});
const isNamed = (file: string): boolean =>
  rows.some(({ name }) =>
    name.endsWith('…') ? file.startsWith(name.slice(0, -1)) : name === file,
  );
const getRetention = (file: string): string => rows.find(({ name }) => name === file)?.lasts ?? '';

const sources = globSync('{contract,main,preload,renderer}/**/*.{ts,tsx}', { cwd: repo });

/** A constant in a source file that is not exported. */
const readConstant = (file: string, pattern: RegExp): string => {
  const [, value] = pattern.exec(read(file)) ?? [];
  if (value === undefined) throw new Error(`${file} has no ${pattern.source}`);
  return value;
};

describe('PRIVACY.md lists each file of the data folder', () => {
  it('named in the code', () => {
    const named = sources.flatMap((file) =>
      [...read(file).matchAll(/\bjoin\((?:options\.)?dataFolder, '([^']+)'/g)].map(
        ([, name = '']) => name,
      ),
    );
    // The folder for crash dumps stays empty: nothing in the app starts Electron's crash reporter.
    expect(sources.filter((file) => read(file).includes('crashReporter'))).toEqual([]);
    const files = [...new Set(named)].filter((name) => name !== 'crashes');
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((name) => !isNamed(name))).toEqual([]);
  });

  it('that a run leaves, even after damage', async () => {
    const folder = temporaryFolder();
    const clock = testClock();
    const log = testLog();
    const file = join(folder, 'leads.db');
    const open = () => {
      const opened = openStore({ file, clock, log });
      if (!opened.ok) throw new Error(opened.error.code);
      return opened.value;
    };

    for (const name of ['main', 'engine', 'files'] as const)
      (await openLog(folder, name)).info({}, 'began');
    writeWindowState(join(folder, 'window.json'), readWindowState(join(folder, 'window.json')));
    openChoice(join(folder, 'background.json')).change({ asked: true });
    const vault = { file: join(folder, 'vault.bin'), random: randomBytes, log };
    for (const key of [randomBytes(32), randomBytes(32)]) {
      const opened = openVault({ ...vault, key });
      if (opened.ok) opened.value.write('profile', {});
    }
    const photo = { type: 'png', bytes: Buffer.from('photo') } as const;
    await createAlbum({ folder: join(folder, 'photos'), clock }).keep(
      'a',
      'https://b.test/c',
      photo,
    );
    storeKey(join(folder, 'tunnel'), '[host]:22', { type: 'ssh-ed25519', base64: 'AAAA' });
    const practice = join(folder, 'practice.json');
    writeFileSync(practice, 'cut sho');
    readStateFile(practice, () => undefined);
    const state = createStateFile(
      practice,
      () => ({}),
      () => undefined,
    );
    state.touch();
    state.flush();

    await (await openJournal(join(folder, 'calls.jsonl'))).close();
    writeFileSync(file, 'no database');
    const store = open();
    suspect(file);
    const program = new URL(
      '../../../main/engine/platform/store/backup-thread.ts',
      import.meta.url,
    );
    const { promise: copied, resolve: isCopied } = Promise.withResolvers<void>();
    const copy = copyInThread(program);
    const end = keepBackups({
      store,
      file,
      copy: (from, to) => copy(from, to).finally(isCopied),
      onDamage: () => undefined,
      clock,
      log,
    });
    clock.advance(60_000);
    await copied;
    const left = readdirSync(folder).toSorted();
    end();
    store.close();

    for (const name of [
      'leads.db',
      'leads.db-wal',
      'calls.jsonl',
      'leads.db.suspect',
      'vault.bin',
      'backups',
      'logs',
    ])
      expect(left).toContain(name);
    expect(left.some((name) => name.startsWith('leads.db.damaged-'))).toBe(true);
    expect(left.some((name) => name.startsWith('vault.bin.unreadable-'))).toBe(true);
    expect(left.filter((name) => !isNamed(name))).toEqual([]);
  });
});

describe('PRIVACY.md has the limit from the code for', () => {
  it('backups', () => {
    const file = join(temporaryFolder(), 'leads.db');
    mkdirSync(getBackupFolder(file));
    const day = 24 * 60 * 60_000;
    for (let days = 0; days < 100; days++)
      writeFileSync(buildBackupPath(file, noon - days * day, 1), '');
    pruneBackups(file, noon);
    const kept = listBackups(file, noon).map(({ at }) => (noon - at) / day);
    const [, days, weeks] = /(\d+) days and of (\d+) weeks/.exec(getRetention('backups')) ?? [];
    expect(kept.slice(0, Number(days))).toEqual(
      Array.from({ length: Number(days) }, (_, at) => at),
    );
    expect(new Set(kept.map((at) => Math.floor((noon / day - at) / 7))).size).toBe(Number(weeks));
    expect(Math.max(...kept)).toBeLessThanOrEqual(Number(weeks) * 7);
    expect(page).toContain('up to four weeks');
    expect(weeks).toBe('4');
  });

  it('photos', () => {
    expect(getRetention('photos')).toContain(`${maxPhotoBytes / 1e6} MB at most`);
  });

  it('deliveries from the marketplace', () => {
    const days = readConstant(
      'main/engine/accounts/old-bodies.ts',
      /maxAgeMs = (\d+) \* 24 \* 60 \* 60_000/,
    );
    expect(getRetention('leads.db')).toContain(`deleted after ${days} days`);
  });

  it('logs', () => {
    const log = 'main/log/log.ts';
    const size = readConstant(log, /size: '(\d+)m'/);
    const files = Number(readConstant(log, /limit: \{ count: (\d+),/)) + 1;
    const programs = readConstant(log, /name: ('main' \| 'engine' \| 'files')\)/).split('|').length;
    expect(getRetention('logs')).toContain(
      `${files} files of ${size} MB for each of ${programs} programs`,
    );
  });

  it('searches and commands', () => {
    const searches = readConstant('renderer/leads/searching.ts', /maxRecent = (\d+)/);
    const chosen = readConstant('renderer/palette/palette.tsx', /maxRecent = (\d+)/);
    expect(stored).toContain(`your last ${searches} searches and last ${chosen} commands`);
  });
});

describe('requests to the internet', () => {
  it('go only to hosts that PRIVACY.md lists', () => {
    const hosts = sources.flatMap((file) =>
      [...read(file).matchAll(/https?:\/\/([a-z][a-z\d.-]+\.[a-z]{2,})|\b([a-z\d]+\\\.com)/g)].map(
        ([, host, pattern]) => host ?? pattern?.replace('\\', '') ?? '',
      ),
    );
    // A linked page of instructions, and an example name.
    const others = ['developers.cloudflare.com', 'leads.example.com'];
    const found = [...new Set(hosts)].filter((host) => !others.includes(host));
    expect(found).toContain('www.google.com');
    expect(found).toContain('gvt1.com');
    expect(found.filter((host) => !leaving.includes(`\`${host}\``))).toEqual([]);
  });

  it('for updates carry no id of the computer', () => {
    const findSources = (text: string): readonly string[] =>
      sources.filter((file) => read(file).includes(text));
    // electron-updater sends a permanent id unless another value replaces it.
    const isUsed = findSources('electron-updater').length > 0;
    expect(findSources('stagingUserIdPromise').length > 0).toBe(isUsed);
  });
});
