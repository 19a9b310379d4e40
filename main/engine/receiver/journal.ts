/**
 * File of accepted calls that are not in the database yet, a line of JSON each. Simultaneous calls share
 * one flush, and a call that was half written when the power failed is skipped: it was not accepted.
 */
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { readJSON } from '../../http/json.ts';
import { privateFile } from '../platform/store/private-file.ts';
import type { Call } from './messages.ts';

export type Journal = {
  /** The calls that were in the file when it was opened. */
  readonly left: readonly Call[];
  /** Length of the file. */
  readonly bytes: () => number;
  /** Resolves when the call is on the disk. Rejects with a system error code. */
  readonly write: (call: Call) => Promise<void>;
  /** Empties the file unless a call is being written. */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const texts = ['accountID', 'method', 'url', 'path', 'body'] as const;

const readCall = (line: string): Call | null => {
  const read = readJSON(line) as Partial<Call> | null | undefined;
  const isCall =
    texts.every((name) => typeof read?.[name] === 'string') && Number.isFinite(read?.at);
  return isCall ? (read as Call) : null;
};

type Waiting = {
  readonly line: string;
  readonly written: () => void;
  readonly failed: (thrown: unknown) => void;
};

/** @param sync flushes what was written */
export const openJournal = async (
  file: string,
  sync: (handle: FileHandle) => Promise<void> = (handle) => handle.datasync(),
): Promise<Journal> => {
  privateFile(file);
  const left = (await readFile(file, 'utf8')).split('\n').flatMap((line) => readCall(line) ?? []);
  const handle = await open(file, 'a');
  // Also the name of a new file.
  await handle.sync();
  let bytes = (await handle.stat()).size;
  let waiting: Waiting[] = [];
  let isBusy = false;

  const append = async (batch: readonly Waiting[]): Promise<void> => {
    // The first line break ends what a failed write left.
    const text = `\n${batch.map(({ line }) => line).join('\n')}\n`;
    try {
      bytes += Buffer.byteLength(text);
      await handle.appendFile(text);
      await sync(handle);
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
    left,
    bytes: () => bytes,
    write: (call) =>
      new Promise((written, failed) => {
        waiting.push({ line: JSON.stringify(call), written, failed });
        if (waiting.length === 1) setImmediate(() => void appendAll());
      }),
    clear: async () => {
      if (isBusy || waiting.length > 0 || bytes === 0) return;
      isBusy = true;
      try {
        await handle.truncate();
        bytes = 0;
      } finally {
        isBusy = false;
      }
      await appendAll();
    },
    close: () => handle.close(),
  };
};
