/** Leads as rows of the list. */
import { shownMarkNames, type ShownMarkName } from '../../../contract/marks.ts';
import { isPhoto } from '../../../contract/photos.ts';
import { attachment, type LeadRow, type Outgoing, type Side } from '../../../contract/records.ts';
import { toOneLine } from './inbox.ts';
import { canBeLast } from './inbox-facts.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { toShownMarks } from './marks.ts';
import { urgencies } from './urgency.ts';
import {
  readStoredList,
  readStoredTexts,
  selectStored,
  readStoredPerson,
  readStoredSide,
  readStoredWord,
} from '../platform/store/stored.ts';

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
  readonly last_person: string | null;
  readonly mentioned: number;
  readonly request_text: string;
  readonly photos: number;
  /** JSON array of the attachments (JSON texts) of each message that has any. */
  readonly message_files: string;
  readonly last_files: string | null;
  readonly urgency: string | null;
  readonly first_reply_at: number | null;
  readonly answered_by_rule: number;
  readonly waiting_since: number | null;
  readonly reply_by: number | null;
  readonly needs_reply: number;
  readonly never_answered: number;
  readonly older: number;
  readonly unread: number;
  readonly out_state: 'queued' | 'sending' | 'checking' | 'failed' | null;
  readonly out_unconfirmed: number;
  readonly out_waits_for: string;
  readonly out_due_at: number;
  readonly out_send_at: number | null;
  readonly out_text: string;
  readonly has_draft: number;
  readonly complete: number;
  readonly availability: LeadRow['availability'];
  readonly status: string;
  readonly test: number;
};

/** SQL after FROM: replies `r` that rules have sent; further conditions can follow. */
export const sentByRules = `automatic_replies r CROSS JOIN messages rm ON rm.message = r.message
  WHERE rm.automatic > 0
    AND NOT EXISTS (SELECT 1 FROM outbox ro WHERE ro.message = r.message)`;

const answeredByRule = `EXISTS (SELECT 1 FROM ${sentByRules} AND r.lead = i.lead)`;

const select = `
SELECT i.lead, l.account_id, l.business_id, b.name AS business_name, l.customer_name, l.category,
  l.city, l.price_text, l.price_cents, l.created_at, i.activity_at, i.last_side, i.last_text,
  i.last_person,
  l.request_text, l.photos, l.urgency, i.first_reply_at, i.waiting_since, i.reply_by, i.needs_reply, i.never_answered, i.older, i.unread, i.mentioned,
  o.state AS out_state,
  o.state = 'failed' AND ifnull(${selectStored('o.reason', '$.code')}, '') = 'outcome_unknown' AS out_unconfirmed,
  o.waits_for AS out_waits_for, o.due_at AS out_due_at,
  o.send_at AS out_send_at,
  substr(om.text, 1, 800) AS out_text,
  ${shownMarkNames.map((name) => `i.${name}`).join(', ')},
  i.first_reply_at IS NULL AND ${answeredByRule} AS answered_by_rule,
  (SELECT json_group_array(f.attachments) FROM messages f
    WHERE f.lead = i.lead AND f.attachments IS NOT NULL) AS message_files,
  CASE i.last_text WHEN '' THEN (SELECT m.attachments FROM messages m WHERE m.lead = i.lead AND ${canBeLast}
    ORDER BY m.sent_at DESC, m.message DESC LIMIT 1) END AS last_files,
  d.lead IS NOT NULL AS has_draft, l.complete, l.availability, l.status,
  ${selectStored('a.profile', '$.environment')} = 'staging' AS test
FROM inbox i
JOIN leads l ON l.lead = i.lead
LEFT JOIN accounts a ON a.account_id = i.account_id
LEFT JOIN businesses b ON b.account_id = l.account_id AND b.business_id = l.business_id
LEFT JOIN drafts d ON d.lead = i.lead
LEFT JOIN outbox o ON i.outgoing = 1 AND o.message = ifnull(
  (SELECT min(s.message) FROM outbox s WHERE s.lead = i.lead AND s.state = 'failed'),
  ifnull((SELECT min(s.message) FROM outbox s WHERE s.lead = i.lead AND s.send_at IS NULL),
    (SELECT min(s.message) FROM outbox s WHERE s.lead = i.lead)))
LEFT JOIN messages om ON om.message = o.message`;

const toOutgoing = (row: Row, ahead: number): Outgoing | null => {
  if (row.out_state === null) return null;
  if (row.out_state === 'queued' && row.out_send_at !== null)
    return { state: 'scheduled', since: row.out_send_at, text: toOneLine(row.out_text) };
  const isWaiting = row.out_state === 'queued' && row.out_waits_for !== 'undo';
  return {
    state: isWaiting ? 'waiting' : row.out_unconfirmed === 1 ? 'unconfirmed' : row.out_state,
    since: row.out_due_at + ahead,
    text: toOneLine(row.out_text),
  };
};

/** @param stored attachments as in `messages` */
const parseFiles = (stored: readonly string[]): NonNullable<LeadRow['lastFiles']> => {
  const files = stored.flatMap((text) => readStoredList(attachment, text));
  const others = files.filter((file) => !isPhoto(file));
  return {
    photos: files.length - others.length,
    names: others.flatMap(({ fileName }) => fileName || []),
  };
};

const toLeadRow = (row: Row, ahead: number): LeadRow => ({
  leadID: toLeadID(row.lead),
  accountID: row.account_id,
  businessID: row.business_id,
  businessName: row.business_name ?? '',
  customerName: row.customer_name,
  category: row.category,
  city: row.city,
  price: row.price_text === null ? null : { text: row.price_text, cents: row.price_cents },
  createdAt: row.created_at,
  activityAt: row.activity_at,
  lastMessage:
    row.last_side === null
      ? null
      : {
          side: readStoredSide(row.last_side),
          text: row.last_text ?? '',
          person: readStoredPerson(row.last_person),
        },
  lastFiles: row.last_files === null ? null : parseFiles([row.last_files]),
  isAnswered: row.first_reply_at !== null,
  isAnsweredByRule: row.answered_by_rule === 1,
  isUnread: row.unread === 1,
  isMentioned: row.mentioned === 1,
  needsReply: row.needs_reply === 1,
  requestText: row.request_text,
  photos: row.photos + parseFiles(readStoredTexts(row.message_files)).photos,
  urgency: readStoredWord(urgencies, row.urgency, null),
  waitingSince: row.waiting_since,
  replyBy: row.reply_by,
  needsFirstReply: row.never_answered === 1,
  isOlder: row.older === 1,
  ...toShownMarks(row),
  hasDraft: row.has_draft === 1,
  outgoing: toOutgoing(row, ahead),
  isIncomplete: row.complete === 0,
  availability: readStoredWord(['here', 'gone', 'forbidden'], row.availability, 'here'),
  status: row.status,
  isTest: row.test === 1,
});

/** Rows of those `leads` that are listed, by number. @param ahead `computeClockOffset(clock)` */
export const readLeadRows = (store: Store, leads: readonly number[], ahead: number) =>
  new Map(
    store
      .prepare<[string], Row>(`${select} WHERE i.lead IN (SELECT value FROM json_each(?))`)
      .all(JSON.stringify(leads))
      .map((row) => [row.lead, toLeadRow(row, ahead)]),
  );

/** Null for a lead that is unknown or not listed. */
export const findLeadRow = (store: Store, lead: number, ahead = 0): LeadRow | null =>
  readLeadRows(store, [lead], ahead).get(lead) ?? null;
