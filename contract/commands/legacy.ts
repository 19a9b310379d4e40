/**
 * Endpoint and credentials for the calls of a legacy service (conformance.md, G). Only the password's digest is stored;
 * a team's desktops derive the password from the team's key. Errors: `not_found` for an account that is not legacy.
 */
import { z } from 'zod';
import { accountID, time } from '../records.ts';
import { engineCommand } from '../schema.ts';

export const legacyCommands = {
  'legacy.endpoints': engineCommand(
    { accountID },
    {
      /** Base of the calls' paths; null without a public address. */
      address: z.string().nullable(),
      /** Calls can arrive now, as far as known. */
      reachable: z.boolean(),
      username: z.string(),
      /** Creation time of the password; null without one. */
      passwordSince: time.nullable(),
      /** Time of the service's last call; null before the first. */
      lastCallAt: time.nullable(),
    },
  ),
  /** Creates a password, which replaces the previous one. In a team, returns the team's password. */
  'legacy.renew': engineCommand({ accountID }, { username: z.string(), password: z.string() }),
} as const;
