/**
 * Pages of the lead list. One query for each page, with a place to go on from instead of an offset,
 * so that a page costs the same wherever it is and keeps its place when things arrive.
 */
import { shownMarkNames, type ShownMarkName } from '../../../contract/marks.ts';
import type { LeadRow, Side } from '../../../contract/records.ts';
import { viewNames, type ViewName } from '../../../contract/views.ts';
import type { BusinessPlace } from './businesses.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import { matchExpressions } from './search.ts';
import type { Store } from '../platform/store/store.ts';
import { shownMarksOf } from './marks.ts';
import { views } from './views.ts';

type Row = Readonly<Record<ShownMarkName, unknown>> & {
  readonly lead: number;
  readonly account_id: LeadRow['accountID'];
  readonly business_id: string;
  readonly business_name: string | null;
  readonly customer_name: string;
  readonly category: string;
  readonly city: string;
  readonly price_text: string | null;
  readonly price_cents: number | null;
  readonly created_at: number;
  readonly activity_at: number;
  readonly last_side: Side | null;
  readonly last_text: string | null;
  readonly waiting_since: number | null;
  readonly needs_reply: number;
  readonly unread: number;
  readonly failed: number;
  readonly has_draft: number;
  readonly complete: number;
  readonly availability: LeadRow['availability'];
  readonly status: string;
  readonly test: number;
};

const columns = `
i.lead, l.account_id, l.business_id, b.name AS business_name, l.customer_name, l.category,
  l.city, l.price_text, l.price_cents, l.created_at, i.activity_at, i.last_side, i.last_text,
  i.waiting_since, i.needs_reply, i.unread, i.failed,
  ${shownMarkNames.map((name) => `i.${name}`).join(', ')},
  d.lead IS NOT NULL AS has_draft, l.complete, l.availability, l.status,
  a.profile ->> '$.environment' = 'staging' AS test`;

const tables = `
FROM inbox i
JOIN leads l ON l.lead = i.lead
LEFT JOIN accounts a ON a.account_id = i.account_id
LEFT JOIN businesses b ON b.account_id = l.account_id AND b.business_id = l.business_id
LEFT JOIN drafts d ON d.lead = i.lead`;

const matches = `i.lead IN (
  SELECT rowid FROM lead_search WHERE lead_search MATCH ?
  UNION
  SELECT m.lead FROM message_search s JOIN messages m ON m.message = s.rowid
  WHERE message_search MATCH ?)`;

const leadRowOf = (row: Row): LeadRow => ({
  leadID: leadIDOf(row.lead),
  accountID: row.account_id,
  businessID: row.business_id,
  businessName: row.business_name ?? '',
  customerName: row.customer_name,
  category: row.category,
  city: row.city,
  price: row.price_text === null ? null : { text: row.price_text, cents: row.price_cents },
  createdAt: row.created_at,
  activityAt: row.activity_at,
  lastMessage: row.last_side === null ? null : { side: row.last_side, text: row.last_text ?? '' },
  unread: row.unread === 1,
  needsReply: row.needs_reply === 1,
  waitingSince: row.waiting_since,
  ...shownMarksOf(row),
  hasDraft: row.has_draft === 1,
  sendFailed: row.failed === 1,
  incomplete: row.complete === 0,
  availability: row.availability,
  status: row.status,
  test: row.test === 1,
});

const accountsOfService = 'SELECT account_id FROM accounts WHERE service = ?';

/** A place in a list: the lead after which the next page begins, and what it is ordered by. */
export type ListPlace = { readonly at: number; readonly lead: number };

export type ListQuestion = {
  readonly view: ViewName;
  readonly business: BusinessPlace | null;
  /** What a person typed; all its words must be found, in the lead or in its messages. */
  readonly query: string;
  readonly after: ListPlace | null;
  readonly limit: number;
};

/** A page of a view, in the view's order, and where the next page begins (null at the end). */
export const listLeads = (
  store: Store,
  { view, business, query, after, limit }: ListQuestion,
): { readonly leads: readonly LeadRow[]; readonly next: ListPlace | null } => {
  const { holds, order } = views[view];
  const conditions = [holds('i.')];
  const parameters: (string | number)[] = [];
  if (business !== null) {
    conditions.push(`i.business_id = ? AND i.account_id IN (${accountsOfService})`);
    parameters.push(business.businessID, business.service);
  }
  if (after !== null) {
    const beyond = order.direction === 'DESC' ? '<' : '>';
    conditions.push(`(i.${order.by}, i.lead) ${beyond} (?, ?)`);
    parameters.push(after.at, after.lead);
  }
  for (const expression of matchExpressions(query)) {
    conditions.push(matches);
    parameters.push(expression, expression);
  }
  const found = store
    .prepare<(string | number)[], Row & { readonly place: number }>(
      'leads.list',
      `SELECT ${columns}, i.${order.by} AS place ${tables} WHERE ${conditions.join(' AND ')}
       ORDER BY i.${order.by} ${order.direction}, i.lead ${order.direction} LIMIT ?`,
    )
    .all(...parameters, limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    leads: shown.map(leadRowOf),
    next: found.length > limit && last !== undefined ? { at: last.place, lead: last.lead } : null,
  };
};

/** One lead as a row of the list, or null when there is none of that number. */
export const leadRow = (store: Store, lead: number): LeadRow | null => {
  const row = store
    .prepare<[number], Row>('leads.row', `SELECT ${columns} ${tables} WHERE i.lead = ?`)
    .get(lead);
  return row === undefined ? null : leadRowOf(row);
};

/** How many leads each view has, of one business or of all. */
export const viewCounts = (
  store: Store,
  business: BusinessPlace | null,
): Record<ViewName, number> => {
  const counts = store
    .prepare<[string | null, string | null, string | null], Record<ViewName, number>>(
      'leads.counts',
      `SELECT ${viewNames.map((view) => `ifnull(sum("${view}"), 0) AS "${view}"`).join(', ')}
       FROM counts WHERE ? IS NULL OR (business_id = ? AND account_id IN (${accountsOfService}))`,
    )
    .get(business?.service ?? null, business?.businessID ?? null, business?.service ?? null);
  if (counts === undefined) throw new Error('an aggregate gave no row');
  return counts;
};
