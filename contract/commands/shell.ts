/** Commands about the program itself: engine, links and menus. */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { events } from '../events.ts';
import { maxMenuLabelLength, maxMenuItems } from '../limits.ts';
import { publicProfile } from '../profile.ts';
import { done, mainCommand, noInput } from '../schema.ts';

/**
 * Problem of a packaged engine. `incomplete`: a file is missing. `late`: it has not started within a minute.
 * `otherRuntime`: it runs under plain Node instead of utilityProcess, or the reverse.
 */
export const engineProblem = z.enum(['incomplete', 'notStarted', 'late', 'otherRuntime']);
export type EngineProblem = z.infer<typeof engineProblem>;

const menuLabel = z.string().min(1).max(maxMenuLabelLength);

/** An Electron accelerator: modifiers and one key. */
const accelerator = z
  .string()
  .regex(/^(?:(?:CmdOrCtrl|Alt|Shift)\+){0,3}(?:[A-Z0-9,./?-]|F\d{1,2}|[A-Z][a-z]{1,10})$/);

/** An action of the window in the native menu. */
const menuItem = z.strictObject({
  id: z.string().regex(/^[\w.:-]{1,120}$/),
  menu: z.enum(['file', 'edit', 'view', 'lead', 'go', 'help']),
  label: menuLabel,
  /** Only shown: the window handles the key. */
  accelerator: accelerator.nullable(),
  isEnabled: z.boolean(),
  /** A separator precedes it. */
  hasSeparator: z.boolean(),
});
export type MenuItem = z.infer<typeof menuItem>;

export const shellCommands = {
  'shell.info': mainCommand(noInput, {
    version: z.string(),
    runtime: z.string(),
    platform: z.string(),
    locale: z.string(),
    start: z.enum(['welcome', 'inbox']),
    /** The engine's state, because the page missed the events before it loaded. */
    engine: events.engine,
    /** The profile of the command line, or the reason why it is invalid. */
    profile: z
      .union([
        z.strictObject({ profileID: z.string(), profile: publicProfile }),
        z.strictObject({ error: failure }),
      ])
      .nullable(),
  }),
  /** Starts a stopped engine, without the service if `isAlone`; or restarts one that runs alone with the service. */
  'shell.restartEngine': mainCommand({ isAlone: z.boolean() }, done),
  /** Compares the running engine with the package; `problem` is always null in development. */
  'shell.engine': mainCommand(noInput, { problem: engineProblem.nullable() }),
  /**
   * Opens an https, mailto or tel link in the system's program. Errors: `invalid_input` for other addresses,
   * `no_program`.
   */
  'shell.openLink': mainCommand({ url: z.string().max(4_000) }, done),
  /** Shows a native menu; a null item is a separator. `chosen` is the index of the chosen item; null for none. */
  'shell.showMenu': mainCommand(
    {
      items: z
        .array(
          z
            .union([
              menuLabel,
              z.strictObject({
                label: menuLabel,
                accelerator: accelerator.optional(),
                checked: z.boolean().optional(),
              }),
            ])
            .nullable(),
        )
        .min(1)
        .max(50),
      /** Position on the page; at the mouse by default. */
      at: z.strictObject({ x: z.number().min(0), y: z.number().min(0) }).optional(),
    },
    { chosen: z.int().nullable() },
  ),
  /** Sets the entries of the native menu; `menuChosen` reports the choice. */
  'shell.setMenu': mainCommand(
    { language: z.enum(['en', 'es']), items: z.array(menuItem).max(maxMenuItems) },
    done,
  ),
  /** Reports that the first leads are painted. */
  'shell.painted': mainCommand({ leads: z.int(), needsReply: z.int() }, done),
} as const;
