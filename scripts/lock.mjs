/** Allows one set-up, build or download at a time, by a lock file with its holder's process id. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `work` while no other process holds the lock file. */
export async function withLock(file, work, { onWait = () => {}, isAlive = isProcessAlive } = {}) {
  mkdirSync(path.dirname(file), { recursive: true });
  let isReported = false;
  while (!tryAcquire(file)) {
    const holder = readHolder(file);
    if (holder === null ? isAbandoned(file) : !isAlive(holder)) {
      removeStale(file, holder);
      continue;
    }
    if (!isReported && holder !== null) onWait(holder);
    isReported ||= holder !== null;
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryAcquire(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Reads the holder's process id; null while the file is written or removed. */
function readHolder(file) {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

/** True if nobody will write a holder into an empty file: its process died, or the disk was full. */
function isAbandoned(file) {
  const { mtimeMs = Infinity } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs > 10_000;
}

/** Moves the dead holder's file away, and back if another process has taken the lock meanwhile. */
function removeStale(file, holder) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readHolder(aside) === holder) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

function isProcessAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
