/**
 * Endpoint and credentials for the calls of a legacy service (conformance.md, G). Only the password's digest is stored;
 * a team's desktops derive the password from the team's key. Errors: `not_found` for an account that is not legacy.
 */
import { z } from 'zod';
import { accountID, time } from '../records.ts';
import { command } from '../schema.ts';

export const legacyCommands = {
  'legacy.endpoints': command(
    'engine',
    { accountID },
    {
      /** Base of the three paths; null while the service cannot reach this computer. */
      address: z.string().nullable(),
      /** Whether the service can reach this computer now. */
      reachable: z.boolean(),
      username: z.string(),
      /** When the password was created; null without one. */
      passwordSince: time.nullable(),
      lastCallAt: time.nullable(),
    },
  ),
  /** Creates a password, which replaces the previous one. In a team, returns the team's password. */
  'legacy.renew': command('engine', { accountID }, { username: z.string(), password: z.string() }),
} as const;
