/** Times derived from the business hours. */
import { z } from 'zod';
import * as r from '../records.ts';
import { command, noInput } from './command.ts';

export const hoursCommands = {
  /**
   * The first opening on a later day, in the business's time zone; null if there is none within two years.
   */
  'hours.nextOpening': command('engine', noInput, z.strictObject({ at: r.time.nullable() })),
} as const;
