/** The professional's settings, and times derived from the business hours. */
import { z } from 'zod';
import { time } from '../records.ts';
import { settings } from '../settings.ts';
import { command, noInput } from './command.ts';

export const settingsCommands = {
  'settings.get': command('engine', noInput, z.strictObject({ settings })),
  'settings.change': command(
    'engine',
    z.strictObject(settings.unwrap().partial().shape),
    z.strictObject({ settings }),
  ),
  /** The first opening on a later day in the business's time zone; null if none within two years. */
  'hours.nextOpening': command('engine', noInput, z.strictObject({ at: time.nullable() })),
} as const;
