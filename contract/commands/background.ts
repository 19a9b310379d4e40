/** Running with a closed window, and starting with the computer. */
import { z } from 'zod';
import { mainCommand, noInput } from '../schema.ts';

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
  'background.get': mainCommand(noInput, background),
  /** Errors: `internal` if this build cannot start at login. */
  'background.change': mainCommand(
    {
      keepRunning: z.boolean().optional(),
      asked: z.literal(true).optional(),
      startAtLogin: z.boolean().optional(),
    },
    background,
  ),
} as const;
