/** The copy that a migration left is named as long as it is there, and no other. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { olderCopyCommands } from '../../../../main/engine/tools/older-copy.ts';
import { backupPath } from '../../../../main/engine/platform/store/backups.ts';
import {
  migrations,
  newestVersion,
  type Migration,
} from '../../../../main/engine/platform/store/migrations.ts';
import { openStore } from '../../../../main/engine/platform/store/open.ts';
import { noon, temporaryFolder, testClock, testLog } from '../support/store.ts';

const update: readonly Migration[] = [...migrations, { name: 'update', migrate: () => undefined }];

const open = (file: string, steps = update) => {
  const answer = openStore({ file, clock: testClock(), log: testLog(), migrations: steps });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
};

const named = async (store: ReturnType<typeof open>) => {
  const answer = await olderCopyCommands(store)['whatsNew.backup']({});
  return answer.ok ? answer.value.backup : answer.error.code;
};

describe('the copy from before an update', () => {
  it('is named when this version has changed the database: file, folder and when', async () => {
    const file = join(temporaryFolder(), 'leads.db');
    open(file, migrations).close();
    const store = open(file);
    const copy = backupPath(file, noon, newestVersion());
    expect(await named(store)).toEqual({ name: basename(copy), folder: dirname(copy), at: noon });
    expect(readFileSync(copy).subarray(0, 15).toString()).toBe('SQLite format 3');
    store.close();
  });

  it('is still named after a restart and a daily backup of the new version, until it is removed', async () => {
    const file = join(temporaryFolder(), 'leads.db');
    open(file, migrations).close();
    open(file).close();
    writeFileSync(backupPath(file, noon + 86_400_000, newestVersion(update)), 'daily');
    const store = open(file);
    const copy = backupPath(file, noon, newestVersion());
    expect(await named(store)).toMatchObject({ name: basename(copy) });
    rmSync(copy);
    expect(await named(store)).toBe(null);
    store.close();
  });

  it('is none for a database that is new', async () => {
    const store = open(join(temporaryFolder(), 'leads.db'));
    expect(await named(store)).toBe(null);
    store.close();
  });
});
