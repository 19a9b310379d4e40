/** Commands about the program itself: engine, links and menus. */
import { z } from 'zod';
import { failure } from '../errors.ts';
import { events } from '../events.ts';
import { longestMenuLabel } from '../limits.ts';
import { publicProfile } from '../profile.ts';
import { command, done, noInput } from './command.ts';
import { accelerator } from './menu.ts';

/**
 * Problem of the engine in a packaged app. `incomplete`: a file of the package is missing. `otherWay`: it runs under
 * another program than this package intends.
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
      start: z.enum(['welcome', 'inbox']),
      /** Events from before the page loaded are not repeated. */
      engine: events.engine,
      /** The profile of the command line, or why it is invalid. */
      profile: z
        .union([
          z.strictObject({ profileID: z.string(), profile: publicProfile }),
          z.strictObject({ error: failure }),
        ])
        .nullable(),
    }),
  ),
  /** Starts a stopped engine, `alone` without the service; or returns one that is alone to normal. */
  'shell.restartEngine': command('main', z.strictObject({ alone: z.boolean() }), done),
  'shell.engine': command('main', noInput, z.strictObject({ problem: engineProblem.nullable() })),
  /** Opens an https, mailto or tel link in the system's program. */
  'shell.openLink': command('main', z.strictObject({ url: z.string().max(4_000) }), done),
  /** Shows a native menu; null is a separator. Answers the index of the chosen entry. */
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
      /** Position on the page; at the mouse by default. */
      at: z.strictObject({ x: z.number().min(0), y: z.number().min(0) }).optional(),
    }),
    z.strictObject({ chosen: z.number().int().nullable() }),
  ),
  /** The first leads are painted. */
  'shell.painted': command(
    'main',
    z.strictObject({ leads: z.number().int(), needsReply: z.number().int() }),
    done,
  ),
} as const;
