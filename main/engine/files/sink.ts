/** Writes a file in blocks, so that only one block is in memory. */
import { closeSync, openSync, writeSync } from 'node:fs';

export type Sink = ReturnType<typeof openSink>;

const blockLength = 64 * 1024;

/** @param encode encodes each block on its own */
export const openSink = (path: string, encode = (text: string) => Buffer.from(text)) => {
  const handle = openSync(path, 'w', 0o600);
  let pending: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (size === 0) return;
    const bytes = encode(pending.join(''));
    for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done);
    pending = [];
    size = 0;
  };
  return {
    write: (text: string): void => {
      pending.push(text);
      size += text.length;
      if (size >= blockLength) flush();
    },
    close: (): void => {
      try {
        flush();
      } finally {
        closeSync(handle);
      }
    },
  };
};
