/**
 * Sees that what was committed reaches the disk. A commit itself waits for nothing: it stands in SQLite's
 * log of changes (WAL), whole or not at all, and a thread of the runtime has the disk take that log. Those
 * who must not speak before (an answer, a 2xx, a request that changes something at the service) wait for it;
 * all who wait at the same time share one wait, and nobody else waits.
 */
import { open } from 'node:fs/promises';

export type Durability = {
  /** Something was committed that is not on the disk yet. */
  readonly committed: () => void;
  /** How many commits there were: who has made none need not wait. */
  readonly commits: () => number;
  /** Resolves when everything committed so far is on the disk; rejects with what the disk says. */
  readonly durable: () => Promise<void>;
};

/** Has the disk take what stands in the log of the database at `file`. Rejects with a code of the system. */
export const syncLog = (file: string) => async (): Promise<void> => {
  const handle = await open(`${file}-wal`, 'r+').catch((thrown: NodeJS.ErrnoException) => {
    // A database that was closed has taken over its log, and waited for the disk.
    if (thrown.code === 'ENOENT') return null;
    throw thrown;
  });
  try {
    await handle?.datasync();
  } finally {
    await handle?.close();
  }
};

/** Makes the durability of one database; `sync` has the disk take what was written before it is called. */
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
