/** What the log keeps of a delivery or of a poll's find, sealed, under `in.<account>.<key>`. */
import { z } from 'zod';
import { readonlyObject } from '../schema.ts';

export const teamDelivery = readonlyObject({
  eventType: z.string().min(1).max(200),
  webhookID: z.string().max(200).nullable(),
  /** As it arrived. */
  body: z.string(),
  /** The same record is a new delivery if a different one came in between. */
  isRepeatable: z.boolean().optional(),
});
