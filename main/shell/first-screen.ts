/** Decides the first screen from the data folder and the engine's reports, never from the keychain. */
import type { Answer } from '../../contract/errors.ts';
import type { CommandOutput } from '../../contract/commands.ts';
import { pause, type Clock } from '../clock/clock.ts';

const patienceMs = 2_000;

/** The first screen is the inbox if practice starts, else welcome: once in a new data folder, or without accounts. */
export const createFirstScreenChoice = (dependencies: {
  readonly isNew: boolean;
  readonly startsPractice: boolean;
  readonly askReports: () => Promise<Answer<CommandOutput<'connection.report'>>>;
  readonly clock: Clock;
}) => {
  const { isNew, startsPractice, askReports, clock } = dependencies;
  let isEmpty = isNew;
  return async (): Promise<'welcome' | 'inbox'> => {
    if (startsPractice) return 'inbox';
    if (isEmpty) {
      isEmpty = false;
      return 'welcome';
    }
    const answer = await Promise.race([askReports(), pause(clock, patienceMs)]);
    const hasNone = answer?.ok === true && answer.value.reports.length === 0;
    return hasNone ? 'welcome' : 'inbox';
  };
};
