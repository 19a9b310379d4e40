/**
 * Where the service of a legacy account calls this app, and the credentials that it must show: what the
 * professional hands to the marketplace's operator (service.md, Endpoints G). The password is given out
 * once, when it is made; only its digest is kept.
 */
import { z } from 'zod';
import { accountID } from '../records.ts';
import { command } from './command.ts';

const time = z.number().int();

export const legacyCommands = {
  /** `not_found` for an account that is not legacy. */
  'legacy.endpoints': command(
    'engine',
    z.strictObject({ accountID }),
    z.strictObject({
      /** Base of the three paths; null while the service has no way to this computer. */
      address: z.string().nullable(),
      /** Whether a call can come now. */
      reachable: z.boolean(),
      username: z.string(),
      /** When the password was last made and shown; null when nobody knows it. */
      passwordSince: time.nullable(),
      lastCallAt: time.nullable(),
    }),
  ),
  /** Makes a new password; from now on the service must use this one. */
  'legacy.renew': command(
    'engine',
    z.strictObject({ accountID }),
    z.strictObject({ username: z.string(), password: z.string() }),
  ),
} as const;
