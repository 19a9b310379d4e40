/**
 * Reads the progress of a database's WAL from the index that its users share (sqlite.org/walformat.html), and
 * removes everything from the WAL that a power cut would lose.
 */
import { closeSync, openSync, readSync, rmSync, truncateSync, existsSync } from 'node:fs';

export type LogState = {
  /** Identifies the WAL: it changes when the WAL is reset. */
  readonly salt: string;
  readonly frames: number;
  /** Number of frames that may be in the database itself. */
  readonly checkpointed: number;
};

const headerBytes = 136;

/** The state of the WAL of the database at `file`; null if no program uses it. */
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
    checkpointed: Math.max(index.readUInt32LE(96), index.readUInt32LE(128)),
  };
};

const logHeaderBytes = 32;
const frameHeaderBytes = 24;

/**
 * Removes the frames after the `synced` ones from the copied files of a database. `state` is from the moment
 * of the copy. Returns the number of removed frames.
 */
export const loseUnsynced = (
  file: string,
  pageBytes: number,
  state: LogState,
  synced: LogState | null,
): number => {
  rmSync(`${file}-shm`, { force: true });
  const known = synced?.salt === state.salt ? synced.frames : 0;
  const kept = Math.max(known, state.checkpointed);
  const log = `${file}-wal`;
  if (!existsSync(log) || state.frames <= kept) return 0;
  truncateSync(log, logHeaderBytes + kept * (frameHeaderBytes + pageBytes));
  return state.frames - kept;
};
