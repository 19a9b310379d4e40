/** Decides the first screen from the data folder and the engine's reports, never from the keychain. */
import type { Answer } from '../../contract/errors.ts';
import type { CommandOutput } from '../../contract/commands.ts';
import { pause, type Clock } from '../clock/clock.ts';

/** Longest wait for the engine. */
const patienceMs = 2_000;

type Dependencies = {
  /** The data folder was empty when the app started. */
  readonly isNew: boolean;
  /** This start brings the practice account if there is no other. */
  readonly practises: boolean;
  readonly askReports: () => Promise<Answer<CommandOutput<'connection.report'>>>;
  readonly clock: Clock;
};

/**
 * Returns the first screen of each page load: the inbox where there are accounts or the practice account is about
 * to come. If the engine is late or cannot run, the inbox says so.
 */
export const createFirstScreen = ({ isNew, practises, askReports, clock }: Dependencies) => {
  let isEmpty = isNew;
  return async (): Promise<'welcome' | 'inbox'> => {
    if (practises) return 'inbox';
    if (isEmpty) {
      isEmpty = false;
      return 'welcome';
    }
    const answer = await Promise.race([askReports(), pause(clock, patienceMs)]);
    const hasNone = answer?.ok === true && answer.value.reports.length === 0;
    return hasNone ? 'welcome' : 'inbox';
  };
};
