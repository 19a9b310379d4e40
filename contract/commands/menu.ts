/** The window's own actions in the native menu: main shows them, the window does what is chosen. */
import { z } from 'zod';
import { longestMenuLabel, mostMenuItems } from '../limits.ts';
import { command, done } from './command.ts';

/** An accelerator as Electron writes it: modifiers, and one key. */
export const accelerator = z
  .string()
  .regex(/^(?:(?:CmdOrCtrl|Alt|Shift)\+){0,3}(?:[A-Z0-9,./?-]|F\d{1,2}|[A-Z][a-z]{1,10})$/);

const menuItem = z.strictObject({
  id: z.string().regex(/^[\w.:-]{1,120}$/),
  menu: z.enum(['file', 'edit', 'view', 'lead', 'go', 'help']),
  label: z.string().min(1).max(longestMenuLabel),
  /** The key that does the same: it is shown, and heard by the window alone. */
  accelerator: accelerator.nullable(),
  isEnabled: z.boolean(),
  /** A line stands before it. */
  isApart: z.boolean(),
});
export type MenuItem = z.infer<typeof menuItem>;

export const menuCommands = {
  /** Says what the native menu offers from now on, and in which language; `menuChosen` tells what was chosen. */
  'shell.setMenu': command(
    'main',
    z.strictObject({
      language: z.enum(['en', 'es']),
      items: z.array(menuItem).max(mostMenuItems),
    }),
    done,
  ),
} as const;
