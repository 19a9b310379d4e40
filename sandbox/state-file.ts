/** Stores the state for the app's practice account: the whole file, atomically, at most once a second. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Reads and parses the file; undefined without one. A damaged file is renamed and logged, and practice starts over. */
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
    log(`the state file is damaged, and kept as ${basename(path)}.damaged; practice starts over`);
    return undefined;
  }
};

export const createStateFile = (
  path: string,
  getContent: () => unknown,
  log: (line: string) => void,
) => {
  let timer: NodeJS.Timeout | undefined;
  /** Writes pending changes now. A failed write is logged and retried. */
  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    try {
      writeFileSync(`${path}.tmp`, JSON.stringify(getContent()), { mode: 0o600, flush: true });
      renameSync(`${path}.tmp`, path);
    } catch (error) {
      log(`the state is not saved: ${(error as Error).message}`);
      scheduleWrite();
    }
  };
  const scheduleWrite = () => {
    timer ??= setTimeout(flush, 1000);
  };
  return { touch: scheduleWrite, flush };
};
