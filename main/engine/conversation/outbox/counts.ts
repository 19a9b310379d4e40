/** Counts of the outbox for the state of a connection. */
import type { Store } from '../../platform/store/store.ts';
import { storedAt } from '../../platform/store/stored.ts';

/**
 * Counts the waiting and the failed replies of an account; a reply held back because the customer
 * wrote is neither.
 */
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
