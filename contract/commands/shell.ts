/** What the window asks of the program around it. */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { events } from '../events.ts';
import { longestMenuLabel } from '../limits.ts';
import { publicProfile } from '../profile.ts';
import { command, done, noInput } from './command.ts';
import { accelerator } from './menu.ts';

/**
 * What can be wrong with how the engine runs in a packaged app: a part of the package is missing, it never
 * started, it takes long to, or it runs in another way than this package should have it.
 */
export const engineProblem = z.enum(['incomplete', 'notStarted', 'late', 'otherWay']);
export type EngineProblem = z.infer<typeof engineProblem>;

const menuLabel = z.string().min(1).max(longestMenuLabel);

export const shellCommands = {
  'shell.info': command(
    'main',
    noInput,
    z.strictObject({
      version: z.string(),
      runtime: z.string(),
      platform: z.string(),
      locale: z.string(),
      /** Where to begin: on the welcome screen, or in the inbox. */
      start: z.enum(['welcome', 'inbox']),
      /** How the engine is: what it said before the window was there is not said again. */
      engine: events.engine,
      /** The profile given on the command line, ready to connect with, or why it cannot be used. */
      profile: z
        .union([
          z.strictObject({ profileID: z.string(), profile: publicProfile }),
          z.strictObject({ error: failure }),
        ])
        .nullable(),
    }),
  ),
  /**
   * Starts the engine after it has stopped, also without the service (`alone`), or brings one that runs
   * without the service back to normal; `engine` tells how that goes.
   */
  'shell.restartEngine': command('main', z.strictObject({ alone: z.boolean() }), done),
  /** What is wrong with how the engine runs, where something is; its state is told by `engine`. */
  'shell.engine': command('main', noInput, z.strictObject({ problem: engineProblem.nullable() })),
  /** Opens an https, mailto or tel link in the system's program, after a click. */
  'shell.openLink': command('main', z.strictObject({ url: z.string().max(4_000) }), done),
  /**
   * Shows a native menu, with keys and checks where they are given; null is a line. Answers which entry was
   * chosen.
   */
  'shell.showMenu': command(
    'main',
    z.strictObject({
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
      /** Where, when not at the mouse: a place of the page. */
      at: z.strictObject({ x: z.number().min(0), y: z.number().min(0) }).optional(),
    }),
    z.strictObject({ chosen: z.number().int().nullable() }),
  ),
  /** The first leads are on the screen: how many leads there are and how many need a reply. */
  'shell.painted': command(
    'main',
    z.strictObject({ leads: z.number().int(), needsReply: z.number().int() }),
    done,
  ),
} as const;
