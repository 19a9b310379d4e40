/**
 * File of accepted calls that are not in the database yet: a line of JSON each, then zeros. It keeps its length,
 * because a file that grows waits for the file system's own log at each flush. Simultaneous calls share one
 * flush, and a call that was half written when the power failed is skipped: it was not accepted.
 */
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJSON } from '../../http/json.ts';
import { makePrivateFile } from '../platform/store/private-file.ts';
import type { Call } from './messages.ts';

const growthBytes = 1024 * 1024;

const textFields = ['accountID', 'method', 'url', 'path', 'body'] as const;

const parseCall = (line: string): Call | null => {
  const read = parseJSON(line) as Partial<Call> | null | undefined;
  const isCall =
    textFields.every((name) => typeof read?.[name] === 'string') && Number.isFinite(read?.at);
  return isCall ? (read as Call) : null;
};

/** Flushes the names of new files, where the system can. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

type Waiting = {
  readonly line: string;
  readonly written: () => void;
  readonly failed: (thrown: unknown) => void;
};

/** Opens the journal; `sync` flushes the written calls. */
export const openJournal = async (
  file: string,
  sync: (handle: FileHandle) => Promise<void> = (handle) => handle.datasync(),
) => {
  makePrivateFile(file);
  await syncFolder(dirname(file));
  const content = await readFile(file);
  const handle = await open(file, 'r+');
  const firstZero = content.indexOf(0);
  /** Position of the next call. */
  let end = firstZero < 0 ? content.length : firstZero;
  let length = content.length;
  let waiting: Waiting[] = [];
  let isBusy = false;

  const writeAt = async (bytes: Buffer, position: number): Promise<void> => {
    for (let done = 0; done < bytes.length;)
      done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  };

  // Zeros may have been written in part.
  if (content.subarray(end).some((byte) => byte !== 0))
    await writeAt(Buffer.alloc(length - end), end);

  const makeRoom = async (needed: number): Promise<void> => {
    if (needed <= length) return;
    const longer = Math.ceil(needed / growthBytes) * growthBytes;
    await writeAt(Buffer.alloc(longer - length), length);
    await handle.sync();
    length = longer;
  };

  const append = async (batch: readonly Waiting[]): Promise<void> => {
    // The first line break ends a half written call.
    const lines = Buffer.from(`\n${batch.map(({ line }) => line).join('\n')}\n`);
    try {
      await makeRoom(end + lines.length);
      await writeAt(lines, end);
      await sync(handle);
      end += lines.length;
      for (const { written } of batch) written();
    } catch (thrown) {
      for (const { failed } of batch) failed(thrown);
    }
  };

  const appendAll = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await append(batch);
    }
    isBusy = false;
  };

  return {
    /** The calls that it had when it was opened. */
    unrecorded: content
      .toString('utf8', 0, end)
      .split('\n')
      .flatMap((line) => parseCall(line) ?? []),
    /** Returns the length of its calls in bytes. */
    getLength: () => end,
    /** Resolves when the call is on the disk. Rejects with a system error code. */
    write: (call: Call): Promise<void> =>
      new Promise((written, failed) => {
        waiting.push({ line: JSON.stringify(call), written, failed });
        if (waiting.length === 1) setImmediate(() => void appendAll());
      }),
    /** Empties the journal, unless a call is being written. */
    clear: async (): Promise<void> => {
      if (isBusy || waiting.length > 0 || end === 0) return;
      isBusy = true;
      try {
        await writeAt(Buffer.alloc(end), 0);
      } finally {
        // Even after an error: calls after the first zero would be lost.
        end = 0;
        isBusy = false;
        void appendAll();
      }
    },
    close: () => handle.close(),
  };
};
