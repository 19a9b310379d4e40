/** The professional's settings. */
import { z } from 'zod';
import { settings } from '../settings.ts';
import { command, noInput } from './command.ts';

export const settingsCommands = {
  'settings.get': command('engine', noInput, z.strictObject({ settings: settings })),
  'settings.change': command(
    'engine',
    z.strictObject(settings.unwrap().partial().shape),
    z.strictObject({ settings: settings }),
  ),
} as const;
