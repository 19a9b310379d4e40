/** Where a start begins: decided by what lies in the data folder, never by what may take its time. */
import type { Answer } from '../../contract/errors.ts';
import type { CommandOutput } from '../../contract/commands.ts';
import { pause, type Clock } from '../clock/clock.ts';

/** How long the window may wait for the engine before it is drawn all the same. */
const patienceMs = 2_000;

/**
 * The first screen: the inbox where there were accounts at the last run, and where the practice
 * account is about to come. An engine that is late or does not run has its say in the inbox.
 *
 * @param isNew nothing was kept in the data folder yet
 * @param practises a start without accounts brings the practice account
 * @param askReports asks the engine what it knows of each account
 */
export const firstScreen = async ({
  isNew,
  practises,
  askReports,
  clock,
}: {
  readonly isNew: boolean;
  readonly practises: boolean;
  readonly askReports: () => Promise<Answer<CommandOutput<'connection.report'>>>;
  readonly clock: Clock;
}): Promise<'welcome' | 'inbox'> => {
  if (practises) return 'inbox';
  if (isNew) return 'welcome';
  const answer = await Promise.race([askReports(), pause(clock, patienceMs)]);
  const knowsNone = answer?.ok === true && answer.value.reports.length === 0;
  return knowsNone ? 'welcome' : 'inbox';
};
