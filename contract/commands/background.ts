/** What Hearthline does while its window is closed, and whether it starts with the computer. */
import { z } from 'zod';
import { command, noInput } from './command.ts';

const background = z.strictObject({
  /** Closing the window leaves Hearthline running. */
  keepRunning: z.boolean(),
  /** Whether the professional has been asked and has answered. */
  asked: z.boolean(),
  /** As the system says it; null where this system or this build cannot do it. */
  startAtLogin: z.boolean().nullable(),
  /** False where the desktop has no tray: then closing minimizes the window. */
  hasTray: z.boolean(),
});

export const backgroundCommands = {
  'background.get': command('main', noInput, background),
  /** Errors: those of writing a file, where the choice could not be kept. */
  'background.change': command(
    'main',
    z.strictObject({
      keepRunning: z.boolean().optional(),
      asked: z.literal(true).optional(),
      startAtLogin: z.boolean().optional(),
    }),
    background,
  ),
} as const;
