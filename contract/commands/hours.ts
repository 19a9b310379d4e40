/** What follows from the business hours. */
import { z } from 'zod';
import * as r from '../records.ts';
import { command, noInput } from './command.ts';

export const hoursCommands = {
  /**
   * When the business opens first on a day after today, by its own calendar; null where it does not
   * within two years.
   */
  'hours.nextOpening': command('engine', noInput, z.strictObject({ at: r.time.nullable() })),
} as const;
