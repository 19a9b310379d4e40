/** Moves a damaged database aside; a sound backup and its readable rows replace it. Repeatable at each start. */
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Failure } from '../../../../contract/errors.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import { findSoundBackup, formatStamp } from './backups.ts';
import type { Derived } from './derived.ts';
import { migrate, readVersion, type Migration } from './migrations.ts';
import { makePrivateFile } from './private-file.ts';
import { salvage } from './salvage.ts';
import { createStore } from './store.ts';
import { clearSuspicion, storeSuspicion, readSuspicion } from './suspicion.ts';

const parts = ['', '-wal', '-shm'];

/** Restored replies are not sent: they may have been sent, changed or undone since. */
const heldBack: Failure = {
  code: 'restored',
  message: 'The data was restored from a backup.',
};

/** Downloads leads and messages again from the start: the stored progress covers lost rows. */
export const restartDownloads = (db: Database.Database): void =>
  void db.exec(`
    UPDATE polls SET read_to = NULL,
      next_at = min(next_at, (SELECT created_at FROM leads l WHERE l.lead = polls.lead));
    UPDATE accounts SET backfill = 'waiting', backfill_at = NULL
      WHERE backfill IN ('running', 'done');`);

/** Follows the team's log from the start, as rows may be older. Changes in an old outbox may be published already. */
const followLogAgain = (db: Database.Database, isOutboxOld: boolean): void => {
  db.exec('UPDATE team_cursor SET epoch = NULL, sequence = 0; DELETE FROM team_facts');
  if (isOutboxOld) db.exec('DELETE FROM team_outbox');
};

type Dependencies = {
  readonly file: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly migrations: readonly Migration[];
  readonly derived: Derived;
};

/** Replaces the damaged database at `file` with a sound one. Throws errors of the disk. */
export const repair = (dependencies: Dependencies): void => {
  const { file, clock, log, migrations } = dependencies;
  const damagedName =
    readSuspicion(file).damagedName ?? `${basename(file)}.damaged-${formatStamp(clock.now())}`;
  const damagedFile = join(dirname(file), damagedName);
  storeSuspicion(file, { state: 'damaged', damagedName });
  if (!existsSync(damagedFile)) moveAside(file, damagedFile);

  const fresh = `${file}.repaired`;
  for (const part of parts) rmSync(fresh + part, { force: true });
  const backup = findSoundBackup(file, clock.now(), migrations);
  log.error({ damagedName, restored: backup !== null }, 'the database is damaged and kept aside');
  if (backup === null) makePrivateFile(fresh);
  else copyFileSync(backup, fresh);
  fill(fresh, damagedFile, dependencies);

  for (const part of parts) rmSync(file + part, { force: true });
  renameSync(fresh, file);
  clearSuspicion(file);
};

const moveAside = (file: string, damagedFile: string): void => {
  for (const part of parts.toReversed()) {
    if (existsSync(file + part)) renameSync(file + part, damagedFile + part);
  }
};

const fill = (
  fresh: string,
  damaged: string,
  { migrations, derived, log, clock }: Dependencies,
): void => {
  const db = new Database(fresh);
  const from = openDamaged(damaged);
  try {
    db.pragma('foreign_keys = ON');
    // Rows are salvaged at the version of the damaged file, then migrated.
    migrate(db, migrations, from?.version);
    const torn = from === null ? null : salvage(from.db, db, derived.tables);
    migrate(db, migrations);
    // A failed reply may have been retried and sent since the backup.
    db.prepare(
      `UPDATE outbox SET state = 'failed', reason = @reason WHERE state <> 'failed' OR @isOld`,
    ).run({
      reason: JSON.stringify(heldBack),
      isOld: Number(torn === null || torn.has('outbox') || torn.has('messages')),
    });
    // A lead may have received its automatic reply since the backup.
    db.prepare('UPDATE automatic_rules SET on_since = ? WHERE is_on = 1').run(clock.now());
    if (torn !== null && (torn.has('leads') || torn.has('messages'))) restartDownloads(db);
    if (torn === null || torn.size > 0)
      followLogAgain(db, torn === null || torn.has('team_outbox'));
    derived.rebuild(createStore(db, log, () => undefined, derived.settle));
  } finally {
    from?.db.close();
    db.close();
  }
};

/** Opens the damaged database; null when it is unreadable. */
const openDamaged = (
  file: string,
): { readonly db: Database.Database; readonly version: number } | null => {
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    return { db, version: readVersion(db) };
  } catch {
    db?.close();
    return null;
  }
};
