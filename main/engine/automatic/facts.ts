/** Reads the judge's input: the current state of a lead and its conversation. */
import type { NotSentReason } from '../../../contract/automatic-replies.ts';
import { recognized } from '../conversation/automatic.ts';
import type { RuleKind } from '../conversation/rule-replies.ts';
import { isCanceled } from '../leads/inbox.ts';
import { isJobClosed } from '../leads/marks.ts';
import type { Store } from '../platform/store/store.ts';
import { selectStored } from '../platform/store/stored.ts';
import type { LeadFacts, ConversationFacts } from './judge.ts';

/** The service's clock may be this far behind before a lead counts as older than its account. */
const clockSkewMs = 10 * 60_000;
/** An older lead whose conversation was not read yet may have been answered elsewhere. */
const freshMs = 2 * 60_000;

/** Builds SQL that reads a field of the customer's location from the record of any generation. */
const selectLocation = (field: string): string =>
  `coalesce(${['$.request.location', '$.customer.location', '$.location']
    .map((path) => selectStored('l.record', `${path}.${field}`))
    .join(', ')}, '')`;

/** SQL of most fields of `LeadFacts`, from `leadTables`. */
export const leadColumns = `l.lead, l.account_id AS accountID, l.business_id AS businessID,
  ifnull(b.name, '') AS businessName, l.customer_name AS customerName, l.category, l.city,
  ${selectLocation('state')} AS state, ${selectLocation('zipCode')} AS zipCode,
  ifnull(l.charge_state, '') AS chargeState, l.created_at AS createdAt`;

export const leadTables = `leads l CROSS JOIN inbox i ON i.lead = l.lead
  CROSS JOIN accounts a ON a.account_id = l.account_id
  LEFT JOIN businesses b ON b.account_id = l.account_id AND b.business_id = l.business_id`;

/** SQL: 1 for a lead of a staging service. */
export const isTest = `ifnull(${selectStored('a.profile', '$.environment')} = 'staging', 0)`;

type Row = Omit<LeadFacts, 'obstacle' | 'isConversationUnread'> & {
  readonly test: number;
  readonly connectedAt: number;
  readonly unread: number;
  readonly availability: string;
  readonly status: string;
  readonly archived: number;
  readonly snoozed: number;
  readonly closed: number;
};

const selectFacts = `SELECT ${leadColumns}, ${isTest} AS test, a.connected_at AS connectedAt,
  EXISTS (SELECT 1 FROM polls p WHERE p.lead = l.lead AND p.read_to IS NULL) AS unread,
  l.availability, l.status, i.archived, i.snoozedUntil IS NOT NULL AS snoozed,
  i.noReplyNeeded = 1 OR ${isJobClosed} AS closed
FROM ${leadTables} WHERE l.lead = ? AND l.complete = 1`;

const findLeadObstacle = (row: Row, now: number): NotSentReason | null => {
  if (row.test === 1) return 'test';
  // If the computer's clock was ahead at the connection, the account counts as connected now.
  const connectedAt = Math.min(row.connectedAt, now) - clockSkewMs;
  if (row.createdAt < connectedAt) return 'history';
  if (row.availability !== 'here') return 'gone';
  if (isCanceled(row.status)) return 'canceled';
  if (row.archived === 1) return 'archived';
  if (row.snoozed === 1) return 'snoozed';
  return row.closed === 1 ? 'noReplyNeeded' : null;
};

/** Finds the facts of a lead; null if it is not listed or not fetched yet. */
export const findLeadFacts = (store: Store, lead: number, now: number): LeadFacts | null => {
  const row = store.prepare<[number], Row>(selectFacts).get(lead);
  if (row === undefined) return null;
  const isConversationUnread = row.unread === 1 && row.createdAt < now - freshMs;
  return { ...row, obstacle: findLeadObstacle(row, now), isConversationUnread };
};

/** A waiting reply that is judged again; it does not count as an answer. */
type Planned = { readonly message: number; readonly knownTo: number };
const nothingPlanned: Planned = { message: 0, knownTo: Number.MAX_SAFE_INTEGER };

type Last = { readonly message: number; readonly side: string; readonly at: number };

const findLastMessage = (store: Store, lead: number, without: number): Last | undefined =>
  store
    .prepare<[number, number], Last>(
      `SELECT message, side, sent_at AS at FROM messages
       WHERE lead = ? AND message <> ? AND (automatic = 0 OR automatic > ${recognized})
       ORDER BY sent_at DESC, message DESC LIMIT 1`,
    )
    .get(lead, without);

/** A customer's message within this time after the request belongs to it. */
export const withRequestMs = 5_000;

type Conversation = {
  readonly isAnswered: number;
  readonly isLeaving: number;
  readonly customerWrote: number;
  readonly hasDraft: number;
  readonly followUps: number;
};

/** Ignores the planned reply. */
const selectConversation = `SELECT
  EXISTS (SELECT 1 FROM messages WHERE lead = @lead AND side <> 'customer' AND automatic = 0)
    AS isAnswered,
  EXISTS (SELECT 1 FROM outbox WHERE lead = @lead AND message <> @message) AS isLeaving,
  EXISTS (SELECT 1 FROM messages JOIN leads USING (lead) WHERE lead = @lead AND side = 'customer'
    AND message > @knownTo AND sent_at > created_at + ${withRequestMs}) AS customerWrote,
  EXISTS (SELECT 1 FROM drafts WHERE lead = @lead) AS hasDraft,
  (SELECT count(*) FROM automatic_replies
    WHERE lead = @lead AND kind = 'silence' AND reason IS NULL AND message <> @message) AS followUps`;

/** @param isTyping true if the person here or a colleague is typing a reply to the lead */
export const readConversationFacts = (
  store: Store,
  lead: number,
  kind: RuleKind,
  isTyping: boolean,
  planned: Planned = nothingPlanned,
): ConversationFacts => {
  const { message, knownTo } = planned;
  const last = findLastMessage(store, lead, message);
  const has = store
    .prepare<[Planned & { readonly lead: number }], Conversation>(selectConversation)
    .get({ ...planned, lead });
  const isSilent = last?.side === 'business' && has?.isLeaving === 0;
  return {
    isAnswered:
      kind === 'newLead'
        ? has?.isAnswered === 1
        : last?.side === 'business' && (!isSilent || last.message > knownTo),
    customerWrote: has?.customerWrote === 1,
    silentSince: isSilent ? last.at : null,
    silentAfter: isSilent ? last.message : 0,
    isWriting: isTyping || has?.hasDraft === 1,
    followUps: has?.followUps ?? 0,
  };
};

/** Highest message number of a lead; 0 without messages. */
export const readNewestMessage = (store: Store, lead: number): number =>
  store
    .prepare<[number], { newest: number | null }>(
      'SELECT max(message) AS newest FROM messages WHERE lead = ?',
    )
    .get(lead)?.newest ?? 0;

/** Yields the customer's last messages, latest first, then the request. */
export function* readCustomerTexts(store: Store, lead: number): Generator<string> {
  const sql = `SELECT text FROM messages WHERE lead = ? AND side = 'customer'
    ORDER BY sent_at DESC, message DESC LIMIT 20`;
  for (const { text } of store.prepare<[number], { text: string }>(sql).all(lead)) yield text;
  const request = 'SELECT request_text AS text FROM leads WHERE lead = ?';
  yield store.prepare<[number], { text: string }>(request).get(lead)?.text ?? '';
}
