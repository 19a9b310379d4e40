/**
 * What is known of damage, in a small file beside the database, because the database itself cannot be
 * asked. SQLite meets damage when it reads the page, which can be long after a clean start: whoever
 * meets it leaves word here, and the next start looks. A file that passed a full check and was found
 * damaged all the same is not asked again.
 */
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/**
 * `unclosed`: to be checked beside the work. `suspect`: to be checked in full before anything else.
 * `passed`: was suspect and passed. `damaged`: to be repaired.
 */
type State = 'none' | 'unclosed' | 'suspect' | 'passed' | 'damaged';

export type Suspicion = {
  readonly state: State;
  /** Where a repair that was begun has put the damaged file; null before that. */
  readonly asideAs: string | null;
};

const markOf = (file: string): string => `${file}.suspect`;

/** What is known of the database at `file`. */
export const suspicionOf = (file: string): Suspicion => {
  let text: string;
  try {
    text = readFileSync(markOf(file), 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT')
      return { state: 'none', asideAs: null };
    throw thrown;
  }
  const [state = '', asideAs = ''] = text.split('\n');
  const known =
    (['unclosed', 'passed', 'damaged'] as const).find((one) => one === state) ?? 'suspect';
  return { state: known, asideAs: asideAs === '' ? null : asideAs };
};

/** Keeps what is known; durable when it returns. */
export const keepSuspicion = (file: string, { state, asideAs }: Suspicion): void => {
  const handle = openSync(markOf(file), 'w', 0o600);
  try {
    writeSync(handle, [state, ...(asideAs === null ? [] : [asideAs])].join('\n'));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** SQLite has met damage while the database was in use. */
export const suspect = (file: string): void => {
  const before = suspicionOf(file).state;
  const state = before === 'passed' || before === 'damaged' ? 'damaged' : 'suspect';
  keepSuspicion(file, { state, asideAs: null });
};

/** The database is sound again. */
export const clearSuspicion = (file: string): void => rmSync(markOf(file), { force: true });
