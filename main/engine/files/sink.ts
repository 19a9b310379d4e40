/** Writes a file from its beginning, some tens of kilobytes at a time: what is in memory stays small. */
import { closeSync, openSync, writeSync } from 'node:fs';

export type Sink = {
  readonly write: (text: string) => void;
  /** Writes what is left. */
  readonly close: () => void;
};

const mostHeld = 64 * 1024;

/**
 * @param encode makes the file's bytes of a part of the text; each part by itself
 */
export const openSink = (path: string, encode = (text: string) => Buffer.from(text)): Sink => {
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
    write: (text) => {
      held.push(text);
      size += text.length;
      if (size >= mostHeld) flush();
    },
    close: () => {
      try {
        flush();
      } finally {
        closeSync(handle);
      }
    },
  };
};
