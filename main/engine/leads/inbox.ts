/**
 * The inbox row of a lead: what the list, the views and their counts need, worked out from the
 * lead, its messages and the professional's marks. Whoever changes one of those calls `refreshInbox`
 * in the same transaction; nobody else writes the table. A lead without a row is in no list, count,
 * search or notice: practice beside a real account, and a legacy lead that its v4 account has as well.
 */
import type { Side } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

type Facts = {
  readonly account_id: string;
  readonly business_id: string;
  readonly created_at: number;
  readonly complete: number;
  /** 1 while the rest of an incomplete lead can be asked for. */
  readonly fetchable: number;
  readonly availability: string;
  readonly status: string;
  /** 0 for a lead that stands in no list. */
  readonly shown: number;
  /** 1 for a test lead of a staging service: nobody waits for an answer. */
  readonly test: number;
  readonly read_at: number;
  readonly starred: number;
  readonly archived: number;
  readonly failed: number;
  readonly last_side: Side | null;
  readonly last_text: string | null;
  readonly last_at: number | null;
  readonly own_at: number | null;
  readonly waiting_at: number | null;
  readonly customer_at: number | null;
};

// A reply that could not be sent does not count as said; one on its way does.
const said = `m.lead = l.lead
  AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message = m.message AND o.state = 'failed')`;

/** 1 while there is no other account than the practice one (product, Accounts). */
const onlyPractice = 'NOT EXISTS (SELECT 1 FROM accounts real WHERE real.practice = 0)';

/**
 * Whether the v4 account of the same service has this legacy lead too. What the professional is
 * writing or sending there stays in sight until the move takes it over.
 */
const standsAtV4 = `(a.profile ->> '$.interface' = 'legacy'
  AND EXISTS (SELECT 1 FROM accounts o
    JOIN leads twin ON twin.account_id = o.account_id AND twin.negotiation_id = l.negotiation_id
    WHERE o.service = a.service AND o.profile ->> '$.interface' = 'v4' AND twin.complete = 1)
  AND NOT EXISTS (SELECT 1 FROM drafts WHERE drafts.lead = l.lead)
  AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.lead = l.lead))`;

const factsOfLead = `
SELECT l.account_id, l.business_id, l.created_at, l.complete, l.availability, l.status,
  a.practice <= (${onlyPractice}) AND NOT ${standsAtV4} AS shown,
  a.profile ->> '$.environment' = 'staging' AS test,
  EXISTS (SELECT 1 FROM polls p WHERE p.lead = l.lead) AS fetchable,
  ifnull(k.read_at, 0) AS read_at, ifnull(k.starred, 0) AS starred, ifnull(k.archived, 0) AS archived,
  EXISTS (SELECT 1 FROM outbox o WHERE o.lead = l.lead AND o.state = 'failed') AS failed,
  last.side AS last_side, substr(last.text, 1, 800) AS last_text, last.sent_at AS last_at,
  own.sent_at AS own_at, waiting.sent_at AS waiting_at, customer.sent_at AS customer_at
FROM leads l
JOIN accounts a ON a.account_id = l.account_id
LEFT JOIN marks k ON k.lead = l.lead
LEFT JOIN messages last ON last.message = (
  SELECT m.message FROM messages m WHERE ${said}
  ORDER BY m.sent_at DESC, m.message DESC LIMIT 1)
LEFT JOIN messages own ON own.message = (
  SELECT m.message FROM messages m WHERE ${said} AND m.side = 'business'
  ORDER BY m.sent_at DESC, m.message DESC LIMIT 1)
LEFT JOIN messages waiting ON waiting.message = (
  SELECT m.message FROM messages m WHERE m.lead = l.lead AND m.side = 'customer'
    AND (m.sent_at, m.message) > (ifnull(own.sent_at, -1), ifnull(own.message, -1))
  ORDER BY m.sent_at, m.message LIMIT 1)
LEFT JOIN messages customer ON customer.message = (
  SELECT m.message FROM messages m WHERE m.lead = l.lead AND m.side = 'customer'
  ORDER BY m.sent_at DESC, m.message DESC LIMIT 1)
WHERE l.lead = ?`;

const putRow = `
INSERT INTO inbox (lead, account_id, business_id, activity_at, last_side, last_text, waiting_since,
  needs_reply, unread, starred, archived, failed)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (lead) DO UPDATE SET
  account_id = excluded.account_id, business_id = excluded.business_id,
  activity_at = excluded.activity_at, last_side = excluded.last_side, last_text = excluded.last_text,
  waiting_since = excluded.waiting_since, needs_reply = excluded.needs_reply,
  unread = excluded.unread, starred = excluded.starred, archived = excluded.archived,
  failed = excluded.failed
WHERE (account_id, business_id, activity_at, last_side, last_text, waiting_since, needs_reply, unread,
    starred, archived, failed)
  IS NOT (excluded.account_id, excluded.business_id, excluded.activity_at, excluded.last_side, excluded.last_text,
    excluded.waiting_since, excluded.needs_reply, excluded.unread, excluded.starred,
    excluded.archived, excluded.failed)`;

type Row = [
  lead: number,
  accountID: string,
  businessID: string,
  activityAt: number,
  lastSide: Side | null,
  lastText: string | null,
  waitingSince: number | null,
  needsReply: number,
  unread: number,
  starred: number,
  archived: number,
  failed: number,
];

/** One line of at most 200 characters, as the list shows it. */
const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= 200 ? line : `${characters.slice(0, 199).join('')}…`;
};

const isCanceled = (status: string): boolean => /^cancell?ed$/i.test(status);

/** When the customer last did something: the request itself, or the last message. */
const customerActivity = (facts: Facts): number =>
  Math.max(facts.complete === 1 ? facts.created_at : 0, facts.customer_at ?? 0);

/** Since when the customer waits; null when the last word is ours. */
const waitingSince = (facts: Facts): number | null => {
  const requestWaits = facts.own_at === null && facts.complete === 1;
  if (!requestWaits) return facts.waiting_at;
  return Math.min(facts.created_at, facts.waiting_at ?? facts.created_at);
};

const dropRow = (store: Store, lead: number): boolean =>
  store.prepare<[number]>('inbox.drop', 'DELETE FROM inbox WHERE lead = ?').run(lead).changes > 0;

/**
 * Works out the inbox row of a lead again; true when that changed it. A lead needs a reply when the
 * customer spoke last, or has asked and nobody has written yet, and it can still be answered. One that is
 * being fetched waits until it is here; nobody fetches a legacy one, whose request may never come.
 */
export const refreshInbox = (store: Store, lead: number): boolean => {
  const facts = store.prepare<[number], Facts>('inbox.facts', factsOfLead).get(lead);
  if (facts === undefined) return false;
  if (facts.shown === 0) return dropRow(store, lead);
  const since = waitingSince(facts);
  const needsReply =
    since !== null &&
    (facts.complete === 1 || facts.fetchable === 0) &&
    facts.archived === 0 &&
    facts.test === 0 &&
    facts.availability === 'here' &&
    !isCanceled(facts.status);
  const { changes } = store
    .prepare<Row>('inbox.put', putRow)
    .run(
      lead,
      facts.account_id,
      facts.business_id,
      Math.max(facts.created_at, facts.last_at ?? 0),
      facts.last_side,
      facts.last_text === null ? null : oneLine(facts.last_text),
      needsReply ? since : null,
      needsReply ? 1 : 0,
      facts.test === 0 && customerActivity(facts) > facts.read_at ? 1 : 0,
      facts.starred,
      facts.archived,
      facts.failed,
    );
  return changes > 0;
};

/**
 * Takes practice leads out of every list once there is a real account, and back when there is none;
 * true when that changed anything. Accounts have come or gone: the caller's transaction is theirs.
 */
export const refreshPractice = (store: Store): boolean =>
  store
    .prepare<[], { lead: number }>(
      'inbox.practice',
      `SELECT l.lead FROM accounts a JOIN leads l ON l.account_id = a.account_id
       LEFT JOIN inbox i ON i.lead = l.lead
       WHERE a.practice = 1 AND (i.lead IS NULL) = ${onlyPractice}`,
    )
    .all()
    .filter(({ lead }) => refreshInbox(store, lead)).length > 0;

/** How many leads of all accounts need a reply: the number on the badge. */
export const needsReplyTotal = (store: Store): number =>
  store
    .prepare<[], { total: number }>(
      'inbox.needsReply',
      'SELECT ifnull(sum(needs_reply), 0) AS total FROM counts',
    )
    .get()?.total ?? 0;
