/**
 * How many leads each view has. Sidebar, headings, badge, tray, saved views and diagnostics all read these
 * counts, which triggers keep in step with the inbox rows (view-schema.ts).
 */
import { countNames, type CountName } from '../../../contract/views.ts';
import type { Store } from '../platform/store/store.ts';
import type { BusinessPlace } from './businesses.ts';

export type LeadCounts = Readonly<Record<CountName, number>>;

const sums = countNames.map((name) => `ifnull(sum("${name}"), 0) AS "${name}"`).join(', ');

/** Returns the number of leads in each view, and of new ones; of one business or of all. */
export const leadCounts = (store: Store, business: BusinessPlace | null): LeadCounts => {
  const counts = store
    .prepare<[string | null, string | null, string | null], LeadCounts>(
      'leads.counts',
      `SELECT ${sums} FROM counts WHERE ? IS NULL OR (business_id = ?
         AND account_id IN (SELECT account_id FROM accounts WHERE service = ?))`,
    )
    .get(business?.service ?? null, business?.businessID ?? null, business?.service ?? null);
  if (counts === undefined) throw new Error('an aggregate returned no row');
  return counts;
};

/** Returns the number on the badge: leads that need a reply, without sample leads. */
export const badgeCount = (store: Store): number => {
  const hasRealAccount =
    store
      .prepare<[], 1>('counts.real', 'SELECT 1 FROM accounts WHERE practice = 0 LIMIT 1')
      .get() !== undefined;
  // Beside a real account, sample leads have no inbox rows.
  return hasRealAccount ? leadCounts(store, null).needs_reply : 0;
};
