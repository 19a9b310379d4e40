/**
 * How far SQLite's log of changes (WAL) of a database has come, out of the index that all its users share
 * (sqlite.org/walformat.html), and the log as a power cut leaves it: without what nobody asked the disk for.
 */
import { closeSync, openSync, readSync, rmSync, truncateSync, existsSync } from 'node:fs';

export type LogState = {
  /** Which log: it begins anew once all of it was taken over. */
  readonly salt: string;
  readonly frames: number;
  /** So many of them may stand in the database itself. */
  readonly takenOver: number;
};

const headerBytes = 136;

/** The state of the log of the database at `file`; null where nobody uses it. */
export const readLogState = (file: string): LogState | null => {
  const index = Buffer.alloc(headerBytes);
  try {
    const handle = openSync(`${file}-shm`, 'r');
    try {
      if (readSync(handle, index, 0, headerBytes, 0) < headerBytes) return null;
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
  return {
    salt: index.toString('hex', 32, 40),
    frames: index.readUInt32LE(16),
    takenOver: Math.max(index.readUInt32LE(96), index.readUInt32LE(128)),
  };
};

const logHeaderBytes = 32;
const frameHeaderBytes = 24;

/**
 * Takes from the copied files of a database what was never on the disk: frames of the log after those that
 * `synced` counts. `state` is that of the moment of the copy. Returns how many frames are gone.
 */
export const loseUnsynced = (
  file: string,
  pageBytes: number,
  state: LogState,
  synced: LogState | null,
): number => {
  rmSync(`${file}-shm`, { force: true });
  const known = synced?.salt === state.salt ? synced.frames : 0;
  const kept = Math.max(known, state.takenOver);
  const log = `${file}-wal`;
  if (!existsSync(log) || state.frames <= kept) return 0;
  truncateSync(log, logHeaderBytes + kept * (frameHeaderBytes + pageBytes));
  return state.frames - kept;
};
