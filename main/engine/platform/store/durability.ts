/** Flushes commits before promises to others (an answer, a 2xx, a change at the service). Callers share a flush. */
import { open } from 'node:fs/promises';

/** Flushes the WAL of the database at `file`. Rejects with a system error code. */
export const createLogSync = (file: string) => async (): Promise<void> => {
  const handle = await open(`${file}-wal`, 'r+').catch((thrown: NodeJS.ErrnoException) => {
    // A closed database has checkpointed and flushed its log.
    if (thrown.code === 'ENOENT') return null;
    throw thrown;
  });
  try {
    await handle?.datasync();
  } finally {
    await handle?.close();
  }
};

/** @param sync flushes everything written before its call */
export const createDurability = (sync: () => Promise<void>) => {
  let committed = 0;
  let onDisk = 0;
  let syncing: Promise<void> | null = null;

  const syncOnce = async (): Promise<void> => {
    const upTo = committed;
    try {
      await sync();
      onDisk = upTo;
    } finally {
      syncing = null;
    }
  };

  return {
    /** Must be called after each commit. */
    recordCommit: () => void (committed += 1),
    countCommits: () => committed,
    /** Resolves when all commits so far are on the disk; rejects with the error of the disk. */
    flush: async (): Promise<void> => {
      const wanted = committed;
      while (onDisk < wanted) await (syncing ??= syncOnce());
    },
  };
};
