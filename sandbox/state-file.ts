/**
 * Keeps the state in a file from one start to the next: the practice account of the desktop app
 * lives longer than a process. Written whole and atomically (a temporary file, then a rename), at
 * most once a second; knows nothing of what is in it.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export type StateFile = {
  /** Says that there is something to write. */
  touch(): void;
  /** Writes now what was not written yet. */
  flush(): void;
};

/** The parsed content, or undefined when there is no such file. A damaged file throws. */
export const readStateFile = (path: string): unknown => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return JSON.parse(text);
};

export const createStateFile = (path: string, content: () => unknown): StateFile => {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    writeFileSync(`${path}.tmp`, JSON.stringify(content()), { mode: 0o600 });
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
