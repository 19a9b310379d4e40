import { fail, type Answer } from '../../contract/errors.ts';

/** The answer after an error that only the log describes. */
export const failInternally = (): Answer<never> =>
  fail('internal', 'Something went wrong inside Hearthline.');
