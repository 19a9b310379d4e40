/** Backups of the database: names, retention, and the choice of the one to restore after damage. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { canOpen, readVersion, type Migration } from './migrations.ts';

const dayMs = 24 * 60 * 60_000;
const daysKept = 7;
const weeksKept = 4;

export const getBackupFolder = (file: string): string => join(dirname(file), 'backups');

/** Formats a time (UTC milliseconds) for a file name. */
export const formatStamp = (at: number): string =>
  new Date(at).toISOString().replaceAll(/[:.]/g, '-');

/** Builds the path of a backup made at `at` (UTC milliseconds) of a database of this version. */
export const buildBackupPath = (file: string, at: number, version: number): string =>
  join(getBackupFolder(file), `${formatStamp(at)}-version-${version}-${basename(file)}`);

type Backup = { readonly path: string; readonly at: number };

const stamped = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)-/;

/** Lists backups, newest first. Those later than `now` are last: they were made before the clock was set back. */
export const listBackups = (file: string, now: number): readonly Backup[] => {
  const folder = getBackupFolder(file);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(`-${basename(file)}`))
    .map((name) => ({
      path: join(folder, name),
      at: Date.parse(name.replace(stamped, '$1:$2:$3.$4 ').split(' ')[0] ?? ''),
    }))
    .filter(({ at }) => Number.isFinite(at))
    .sort((a, b) => Number(a.at > now) - Number(b.at > now) || b.at - a.at);
};

/** Finds the newest copy of an earlier version, made before the last migration, or null. */
export const findOlderCopy = (file: string, version: number): Backup | null => {
  const of = new RegExp(`-version-(\\d+)-${basename(file).replaceAll('.', '\\.')}$`);
  return (
    listBackups(file, Infinity).find(
      ({ path }) => Number(of.exec(path)?.[1] ?? version) < version,
    ) ?? null
  );
};

/** Deletes all backups but the newest of each of seven days and four weeks. */
export const pruneBackups = (file: string, now: number): void => {
  const all = listBackups(file, now);
  const pickNewest = (period: number, most: number): readonly Backup[] =>
    [...Map.groupBy(all, ({ at }) => Math.floor(at / period)).values()]
      .flatMap(([newest]) => newest ?? [])
      .slice(0, most);
  const kept = new Set([...pickNewest(dayMs, daysKept), ...pickNewest(7 * dayMs, weeksKept)]);
  for (const backup of all) if (!kept.has(backup)) rmSync(backup.path, { force: true });
};

/** Deletes the files of backups that were interrupted. */
export const removeUnfinished = (file: string): void => {
  const folder = getBackupFolder(file);
  for (const name of readdirSync(folder)) {
    if (name.endsWith(`-${basename(file)}.new`)) rmSync(join(folder, name), { force: true });
  }
};

/** Throws SQLITE_CORRUPT unless SQLite finds the database sound. */
export const check = (db: Database.Database, how: 'quick_check' | 'integrity_check'): void => {
  const result = db.pragma(`${how}(1)`, { simple: true });
  if (result !== 'ok') throw new Database.SqliteError(String(result), 'SQLITE_CORRUPT');
};

/** Finds the newest sound backup that this version of the app can open, or null. */
export const findSoundBackup = (file: string, now: number, steps: readonly Migration[]) =>
  listBackups(file, now).find(({ path }) => isSound(path, steps))?.path ?? null;

const isSound = (path: string, steps: readonly Migration[]): boolean => {
  try {
    const db = new Database(path, { readonly: true });
    try {
      check(db, 'quick_check');
      return canOpen(readVersion(db), steps);
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
};
