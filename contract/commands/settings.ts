/** The professional's settings, and times derived from the business hours. */
import { time } from '../records.ts';
import { settings } from '../settings.ts';
import { engineCommand, noInput } from '../schema.ts';

export const settingsCommands = {
  'settings.get': engineCommand(noInput, { settings }),
  'settings.change': engineCommand(settings.unwrap().partial().shape, { settings }),
  /** The first opening on a later day in the business's time zone; null if none within two years. */
  'hours.nextOpening': engineCommand(noInput, { at: time.nullable() }),
} as const;
