/**
 * Keeps the state in a file from one start to the next: the practice account of the desktop app
 * lives longer than a process. Written whole, on the disk before it takes the place of the one before, at
 * most once a second; knows nothing of what is in it.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

export type StateFile = {
  /** Says that there is something to write. */
  touch(): void;
  /** Writes now what was not written yet. */
  flush(): void;
};

/**
 * The parsed content, or undefined when there is no such file. A damaged one is kept aside, which `log` is
 * told, and is none: whoever practises begins anew rather than not at all.
 */
export const readStateFile = (path: string, log: (line: string) => void): unknown => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    renameSync(path, `${path}.damaged`);
    log(`the state file is damaged, and kept as ${basename(path)}.damaged; everything begins anew`);
    return undefined;
  }
};

export const createStateFile = (path: string, content: () => unknown): StateFile => {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    writeFileSync(`${path}.tmp`, JSON.stringify(content()), { mode: 0o600, flush: true });
    renameSync(`${path}.tmp`, path);
  };
  return {
    touch() {
      timer ??= setTimeout(write, 1000);
    },
    flush() {
      if (timer) write();
    },
  };
};
