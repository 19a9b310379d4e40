/** Running with a closed window, and starting with the computer. */
import { z } from 'zod';
import { command, noInput } from '../schema.ts';

const background = z.strictObject({
  /** Closing the window leaves Hearthline running. */
  keepRunning: z.boolean(),
  /** The professional has answered the question whether it should. */
  asked: z.boolean(),
  /** The system's setting; null if this system or build does not support it. */
  startAtLogin: z.boolean().nullable(),
  /** False if the desktop has no tray: then closing minimizes the window. */
  hasTray: z.boolean(),
});

export const backgroundCommands = {
  'background.get': command('main', noInput, background),
  /** Errors: `internal` if this build cannot start at login. */
  'background.change': command(
    'main',
    {
      keepRunning: z.boolean().optional(),
      asked: z.literal(true).optional(),
      startAtLogin: z.boolean().optional(),
    },
    background,
  ),
} as const;
