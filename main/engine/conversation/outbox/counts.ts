/** The outbox in numbers, as the state of a connection tells it. */
import type { Store } from '../../platform/store/store.ts';
import { storedAt } from '../../platform/store/stored.ts';

/** How many replies of an account wait, and how many could not be sent; one held back for its customer's words is neither. */
export const outboxCounts = (
  store: Store,
  accountID: string,
): { readonly waiting: number; readonly failed: number } =>
  store
    .prepare<[string], { waiting: number; failed: number }>(
      'outbox.counts',
      `SELECT ifnull(sum(state <> 'failed'), 0) AS waiting,
         ifnull(sum(state = 'failed' AND ifnull(${storedAt('reason', '$.code')}, '') <> 'customer_wrote'), 0) AS failed
       FROM outbox WHERE account_id = ?`,
    )
    .get(accountID) ?? { waiting: 0, failed: 0 };
