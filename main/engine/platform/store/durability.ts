/**
 * Flushes commits to the disk. A commit does not wait: it is in the WAL, completely or not at
 * all, and a thread of the runtime flushes the log. Only promises to others wait (an answer, a
 * 2xx, a request that changes something at the service), and concurrent waits share one flush.
 */
import { open } from 'node:fs/promises';

export type Durability = {
  /** Call after each commit. */
  readonly committed: () => void;
  /** Number of commits. */
  readonly commits: () => number;
  /** Resolves when all commits so far are on the disk; rejects with the error of the disk. */
  readonly durable: () => Promise<void>;
};

/** Flushes the log of the database at `file`. Rejects with a system error code. */
export const syncLog = (file: string) => async (): Promise<void> => {
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

/** Creates the durability of one database; `sync` flushes everything written before its call. */
export const createDurability = (sync: () => Promise<void>): Durability => {
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
    committed: () => void (committed += 1),
    commits: () => committed,
    durable: async () => {
      const wanted = committed;
      while (onDisk < wanted) await (syncing ??= syncOnce());
    },
  };
};
