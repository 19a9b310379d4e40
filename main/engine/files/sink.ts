/** Writes a file in blocks, so that little of it is in memory. */
import { closeSync, openSync, writeSync } from 'node:fs';

export type Sink = ReturnType<typeof openSink>;

const mostHeld = 64 * 1024;

/** @param encode encodes each block on its own */
export const openSink = (path: string, encode = (text: string) => Buffer.from(text)) => {
  const handle = openSync(path, 'w', 0o600);
  let held: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (size === 0) return;
    const bytes = encode(held.join(''));
    for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done);
    held = [];
    size = 0;
  };
  return {
    write: (text: string): void => {
      held.push(text);
      size += text.length;
      if (size >= mostHeld) flush();
    },
    /** Writes the rest. */
    close: (): void => {
      try {
        flush();
      } finally {
        closeSync(handle);
      }
    },
  };
};
