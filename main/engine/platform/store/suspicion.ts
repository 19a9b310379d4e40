/** Records suspected damage next to the database, for the next start: SQLite detects it only when reading. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** `unclosed`: check in the background. `suspect`: check before use. `passed`: passed that. `damaged`: repair. */
type State = 'none' | 'unclosed' | 'suspect' | 'passed' | 'damaged';

export type Suspicion = {
  readonly state: State;
  /** Name to which a repair moves the damaged file; null before. */
  readonly damagedName: string | null;
};

const getMarkPath = (file: string): string => `${file}.suspect`;

/** Reads the recorded suspicion. Throws if the file exists but cannot be read. */
export const readSuspicion = (file: string): Suspicion => {
  let text: string;
  try {
    text = readFileSync(getMarkPath(file), 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT')
      return { state: 'none', damagedName: null };
    throw thrown;
  }
  const [state = '', damagedName = ''] = text.split('\n');
  const states = ['unclosed', 'passed', 'damaged'] as const;
  return {
    state: states.find((one) => one === state) ?? 'suspect',
    damagedName: damagedName === '' ? null : damagedName,
  };
};

/** Durable when it returns. */
export const storeSuspicion = (file: string, { state, damagedName }: Suspicion): void => {
  const text = [state, ...(damagedName === null ? [] : [damagedName])].join('\n');
  writeFileSync(getMarkPath(file), text, { mode: 0o600, flush: true });
};

/** Called when SQLite finds damage in the open database. */
export const suspect = (file: string): void => {
  const before = readSuspicion(file).state;
  const state = before === 'passed' || before === 'damaged' ? 'damaged' : 'suspect';
  storeSuspicion(file, { state, damagedName: null });
};

/** Called when the database is sound again. */
export const clearSuspicion = (file: string): void => rmSync(getMarkPath(file), { force: true });
