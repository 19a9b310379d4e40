/**
 * Repairs a damaged database: the file is kept aside and never deleted, the newest sound backup takes
 * its place, and what can still be read of the damaged file is laid over it. It can be interrupted
 * anywhere: the new file comes into its place whole, and until then the next start begins again.
 */
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Failure } from '../../../../contract/errors.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Log } from '../../../log/log.ts';
import { newestSoundBackup, stamp } from './backups.ts';
import type { Derived } from './derived.ts';
import { migrate, versionOf, type Migration } from './migrations.ts';
import { privateFile } from './private-file.ts';
import { salvage } from './salvage.ts';
import { createStore } from './store.ts';
import { clearSuspicion, keepSuspicion, suspicionOf } from './suspicion.ts';

const parts = ['', '-wal', '-shm'];

/** Nothing that waited leaves by itself: it may have left, been changed or taken back since. */
const heldBack: Failure = {
  code: 'restored',
  message: 'The data was restored from a backup.',
};

/**
 * The service may have what is lost. How far its lists and conversations have been read says nothing
 * where some of what was read could not be: they are read from their beginnings again.
 */
const readAgain = `
UPDATE polls SET read_to = NULL,
  next_at = min(next_at, (SELECT created_at FROM leads l WHERE l.lead = polls.lead));
UPDATE accounts SET backfill = 'waiting', backfill_at = NULL WHERE backfill IN ('running', 'done');`;

/** Puts a sound database in the place of the damaged one at `file`. Throws what the disk throws. */
export const repair = ({
  file,
  clock,
  log,
  migrations,
  derived,
}: {
  readonly file: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly migrations: readonly Migration[];
  readonly derived: Derived;
}): void => {
  const begun = suspicionOf(file).asideAs;
  const aside = begun ?? `${basename(file)}.damaged-${stamp(clock.now())}`;
  const asideAs = join(dirname(file), aside);
  keepSuspicion(file, { state: 'damaged', asideAs: aside });
  if (!existsSync(asideAs)) keepAside(file, asideAs);

  const fresh = `${file}.repaired`;
  for (const part of parts) rmSync(fresh + part, { force: true });
  const backup = newestSoundBackup(file, clock.now(), migrations);
  log.error(
    { asideAs: aside, restored: backup !== null },
    'the database is damaged and kept aside',
  );
  if (backup === null) privateFile(fresh);
  else copyFileSync(backup, fresh);
  fill({ fresh, damaged: asideAs, migrations, derived, log });

  for (const part of parts) rmSync(file + part, { force: true });
  renameSync(fresh, file);
  clearSuspicion(file);
};

const keepAside = (file: string, asideAs: string): void => {
  for (const part of parts.toReversed()) {
    if (existsSync(file + part)) renameSync(file + part, asideAs + part);
  }
};

const fill = ({
  fresh,
  damaged,
  migrations,
  derived,
  log,
}: {
  readonly fresh: string;
  readonly damaged: string;
  readonly migrations: readonly Migration[];
  readonly derived: Derived;
  readonly log: Log;
}): void => {
  const db = new Database(fresh);
  const from = openDamaged(damaged);
  try {
    db.pragma('foreign_keys = ON');
    // Rows fit a schema of their own version; the rest of the way they go together.
    migrate(db, migrations, from?.version);
    const torn = from === null ? null : salvage(from.db, db, derived.tables);
    migrate(db, migrations);
    // One that had failed may have been tried again since the backup, and have left.
    db.prepare(
      `UPDATE outbox SET state = 'failed', reason = @reason WHERE state <> 'failed' OR @isOld`,
    ).run({
      reason: JSON.stringify(heldBack),
      isOld: Number(torn === null || torn.has('outbox') || torn.has('messages')),
    });
    if (torn !== null && (torn.has('leads') || torn.has('messages'))) db.exec(readAgain);
    derived.rebuild(createStore(db, log, () => undefined, derived.settle));
  } finally {
    from?.db.close();
    db.close();
  }
};

/** What is left of a damaged database; null when it cannot be read at all. */
const openDamaged = (
  file: string,
): { readonly db: Database.Database; readonly version: number } | null => {
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { readonly: true, fileMustExist: true });
    return { db, version: versionOf(db) };
  } catch {
    db?.close();
    return null;
  }
};
