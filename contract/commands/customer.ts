/** Other leads of a customer. */
import { z } from 'zod';
import * as r from '../records.ts';
import { command } from './command.ts';

export const customerCommands = {
  /**
   * The customer's other leads at the same service, of all accounts, newest first. Empty if the service does not
   * identify the customer.
   */
  'leads.ofCustomer': command(
    'engine',
    z.strictObject({ leadID: r.leadID, limit: z.number().int().min(1).max(200) }),
    z.strictObject({
      leads: z.array(
        z
          .object({
            row: r.leadRow,
            /** The customer had a message from the business. */
            answered: z.boolean(),
          })
          .readonly(),
      ),
      total: z.number().int(),
    }),
  ),
} as const;
