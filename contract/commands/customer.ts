/** What else is known of a lead's customer. */
import { z } from 'zod';
import * as r from '../records.ts';
import { command } from './command.ts';

export const customerCommands = {
  /**
   * The other leads of a lead's customer at the same service, by whatever account they came, newest
   * first, and how many there are. None where the service does not name the customer.
   */
  'leads.ofCustomer': command(
    'engine',
    z.strictObject({ leadID: r.leadID, limit: z.number().int().min(1).max(200) }),
    z.strictObject({
      leads: z.array(
        z
          .object({
            row: r.leadRow,
            /** Whether anything was said to the customer. */
            answered: z.boolean(),
          })
          .readonly(),
      ),
      total: z.number().int(),
    }),
  ),
} as const;
