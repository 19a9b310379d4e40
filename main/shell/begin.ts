/** Where a start begins: decided by what lies in the data folder, never by what may take its time. */
import type { Answer } from '../../contract/errors.ts';
import type { CommandOutput } from '../../contract/commands.ts';
import { pause, type Clock } from '../clock/clock.ts';

/** How long the window may wait for the engine before it is drawn all the same. */
const patienceMs = 2_000;

type Dependencies = {
  /** Nothing was kept in the data folder when the app started. */
  readonly isNew: boolean;
  /** A start without accounts brings the practice account. */
  readonly practises: boolean;
  /** Asks the engine what it knows of each account. */
  readonly askReports: () => Promise<Answer<CommandOutput<'connection.report'>>>;
  readonly clock: Clock;
};

/**
 * Returns what tells the first screen: the inbox where there were accounts at the last run, and where
 * the practice account is about to come. An engine that is late or does not run has its say in the
 * inbox. A page that is loaded again begins by what has come into the folder meanwhile.
 */
export const createBeginning = ({ isNew, practises, askReports, clock }: Dependencies) => {
  let isEmpty = isNew;
  return async (): Promise<'welcome' | 'inbox'> => {
    if (practises) return 'inbox';
    if (isEmpty) {
      isEmpty = false;
      return 'welcome';
    }
    const answer = await Promise.race([askReports(), pause(clock, patienceMs)]);
    const knowsNone = answer?.ok === true && answer.value.reports.length === 0;
    return knowsNone ? 'welcome' : 'inbox';
  };
};
