/** A delivery of a service as the hub seals it into a team's log (subject `in.<account>.<key>`). */
import { z } from 'zod';
import { readonlyObject } from '../schema.ts';

export const delivery = readonlyObject({
  version: z.literal(1),
  method: z.enum(['POST', 'PUT']),
  /** The rest of the address after the webhook's path: '' for v4, such as `/v1/lead` for legacy. */
  target: z.string().max(100),
  /** The body as received. */
  body: z.string(),
  /** The hub's clock, UTC milliseconds; for display only. */
  at: z.number(),
});
