/** The window's actions in the native menu. */
import { z } from 'zod';
import { longestMenuLabel, mostMenuItems } from '../limits.ts';
import { command, done } from './command.ts';

/** An Electron accelerator: modifiers and one key. */
export const accelerator = z
  .string()
  .regex(/^(?:(?:CmdOrCtrl|Alt|Shift)\+){0,3}(?:[A-Z0-9,./?-]|F\d{1,2}|[A-Z][a-z]{1,10})$/);

const menuItem = z.strictObject({
  id: z.string().regex(/^[\w.:-]{1,120}$/),
  menu: z.enum(['file', 'edit', 'view', 'lead', 'go', 'help']),
  label: z.string().min(1).max(longestMenuLabel),
  /** Only shown: the window handles the key. */
  accelerator: accelerator.nullable(),
  isEnabled: z.boolean(),
  /** Preceded by a separator. */
  isApart: z.boolean(),
});
export type MenuItem = z.infer<typeof menuItem>;

export const menuCommands = {
  /** Sets the entries of the native menu; `menuChosen` reports the choice. */
  'shell.setMenu': command(
    'main',
    z.strictObject({
      language: z.enum(['en', 'es']),
      items: z.array(menuItem).max(mostMenuItems),
    }),
    done,
  ),
} as const;
