/** Number of leads in each view. Triggers update the counts with the inbox rows (view-schema.ts). */
import { countNames, type CountName } from '../../../contract/views.ts';
import type { Store } from '../platform/store/store.ts';
import type { ServiceBusiness } from './businesses.ts';

export type LeadCounts = Readonly<Record<CountName, number>>;

const sums = countNames.map((name) => `ifnull(sum("${name}"), 0) AS "${name}"`).join(', ');

export const readLeadCounts = (store: Store, business: ServiceBusiness | null): LeadCounts => {
  const counts = store
    .prepare<[string | null, string | null, string | null], LeadCounts>(
      `SELECT ${sums} FROM counts WHERE ? IS NULL OR (business_id = ?
         AND account_id IN (SELECT account_id FROM accounts WHERE service = ?))`,
    )
    .get(business?.service ?? null, business?.businessID ?? null, business?.service ?? null);
  if (counts === undefined) throw new Error('an aggregate returned no row');
  return counts;
};

/** Number of leads that need a reply, without practice leads. */
export const readBadgeCount = (store: Store): number => {
  const hasRealAccount =
    store.prepare<[], 1>('SELECT 1 FROM accounts WHERE practice = 0 LIMIT 1').get() !== undefined;
  // Next to a real account, practice leads have no inbox rows.
  return hasRealAccount ? readLeadCounts(store, null).needs_reply : 0;
};
