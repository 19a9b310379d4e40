/** The backup from before a migration is shown while it exists, and no other backup is. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createOlderCopyCommands } from '../../../../main/engine/tools/older-copy.ts';
import { buildBackupPath } from '../../../../main/engine/platform/store/backups.ts';
import {
  migrations,
  getNewestVersion,
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
  const answer = await createOlderCopyCommands(store)['whatsNew.backup']({});
  return answer.ok ? answer.value.backup : answer.error.code;
};

describe('the backup from before an update', () => {
  it('is shown with its file, folder, and time when this version migrated the database', async () => {
    const file = join(temporaryFolder(), 'leads.db');
    open(file, migrations).close();
    const store = open(file);
    const copy = buildBackupPath(file, noon, getNewestVersion());
    expect(await named(store)).toEqual({ name: basename(copy), folder: dirname(copy), at: noon });
    expect(readFileSync(copy).subarray(0, 15).toString()).toBe('SQLite format 3');
    store.close();
  });

  it('is still shown after a restart and a daily backup, until it is removed', async () => {
    const file = join(temporaryFolder(), 'leads.db');
    open(file, migrations).close();
    open(file).close();
    writeFileSync(buildBackupPath(file, noon + 86_400_000, getNewestVersion(update)), 'daily');
    const store = open(file);
    const copy = buildBackupPath(file, noon, getNewestVersion());
    expect(await named(store)).toMatchObject({ name: basename(copy) });
    rmSync(copy);
    expect(await named(store)).toBe(null);
    store.close();
  });

  it('does not exist for a new database', async () => {
    const store = open(join(temporaryFolder(), 'leads.db'));
    expect(await named(store)).toBe(null);
    store.close();
  });
});
