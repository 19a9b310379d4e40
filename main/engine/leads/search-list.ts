/** The leads of a view in which words are found, page by page in the order of the view. */
import type { Store } from '../platform/store/store.ts';
import type { List, ListPlace } from './list.ts';
import { views } from './views.ts';

const matches = `i.lead IN (
  SELECT rowid FROM lead_search WHERE lead_search MATCH ?
  UNION
  SELECT m.lead FROM message_search s JOIN messages m ON m.message = s.rowid
  WHERE message_search MATCH ?)`;

const accountsOfService = 'SELECT account_id FROM accounts WHERE service = ?';

/**
 * The next places of a search, and where it goes on (null at its end).
 *
 * @param expressions what must be found, each of them (search.ts); at least one
 */
export const placesFound = (
  store: Store,
  { view, business }: List,
  expressions: readonly string[],
  after: ListPlace | null,
  limit: number,
): { readonly places: readonly ListPlace[]; readonly next: ListPlace | null } => {
  const { holds, order } = views[view];
  const conditions = [holds('i.')];
  const values: (string | number)[] = [];
  if (business !== null) {
    conditions.push(`i.business_id = ? AND i.account_id IN (${accountsOfService})`);
    values.push(business.businessID, business.service);
  }
  if (after !== null) {
    const beyond = order.direction === 'DESC' ? '<' : '>';
    conditions.push(`(i.${order.by}, i.lead) ${beyond} (?, ?)`);
    values.push(after.at, after.lead);
  }
  for (const expression of expressions) {
    conditions.push(matches);
    values.push(expression, expression);
  }
  const found = store
    .prepare<(string | number)[], ListPlace>(
      'leads.found',
      `SELECT i.${order.by} AS at, i.lead AS lead FROM inbox i WHERE ${conditions.join(' AND ')}
       ORDER BY i.${order.by} ${order.direction}, i.lead ${order.direction} LIMIT ?`,
    )
    .all(...values, limit + 1);
  const places = found.slice(0, limit);
  return { places, next: found.length > limit ? (places.at(-1) ?? null) : null };
};
