/**
 * Endpoint and credentials for the calls of a legacy service (conformance.md, G). The password is
 * shown once, when it is created; only its digest is stored.
 */
import { z } from 'zod';
import { accountID, time } from '../records.ts';
import { command } from '../schema.ts';

export const legacyCommands = {
  /** Errors: `not_found` for an account that is not legacy. */
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
  /** Creates a password, which replaces the previous one. */
  'legacy.renew': command('engine', { accountID }, { username: z.string(), password: z.string() }),
} as const;
