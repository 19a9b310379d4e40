/** Reads the leads of the team's accounts for a snapshot, without drafts and replies in the outbox. */
import { attachment } from '../../../../contract/records.ts';
import { listPhones } from '../../leads/lead-phones.ts';
import { findRuleOfMessage } from '../../conversation/rule-replies.ts';
import type { Store } from '../../platform/store/store.ts';
import {
  readStoredList,
  readStoredJSON,
  readStoredSide,
  readStoredWord,
} from '../../platform/store/stored.ts';
import type { TeamAccount } from '../lead-keys.ts';
import type { SnapshotLead, SnapshotMessage } from './format.ts';

/** Number of an account's leads that a snapshot would contain. */
export const countLeads = (store: Store, accountID: string): number =>
  store
    .prepare<[{ readonly accountID: string }], { count: number }>(
      `SELECT (SELECT count(*) FROM leads WHERE account_id = @accountID)
         - (SELECT count(*) FROM leads INDEXED BY leads_incomplete
            WHERE complete = 0 AND account_id = @accountID) AS count`,
    )
    .get({ accountID })?.count ?? 0;

type LeadRow = {
  readonly lead: number;
  readonly accountID: string;
  readonly negotiation: string;
  readonly record: string | null;
  readonly createdAt: number;
  readonly isFromList: number;
  readonly availability: string;
  readonly isPolled: number;
  readonly readTo: number | null;
  readonly isUpdated: number;
  readonly price: string | null;
  readonly chargeState: string | null;
};

/** The next leads, newest first, before a time and a number. */
const listLeadsBefore = (
  store: Store,
  accounts: string,
  { createdAt, lead }: Pick<LeadRow, 'createdAt' | 'lead'>,
  most: number,
): readonly LeadRow[] =>
  store
    .prepare<[number, number, string, number], LeadRow>(
      `SELECT l.lead, l.account_id AS accountID, l.negotiation_id AS negotiation, l.record,
         l.created_at AS createdAt, l.from_list AS isFromList, l.availability,
         p.lead IS NOT NULL AS isPolled, p.read_to AS readTo,
         u.account_id IS NOT NULL AS isUpdated, u.lead_price AS price, u.charge_state AS chargeState
       FROM leads l INDEXED BY leads_arrived LEFT JOIN polls p ON p.lead = l.lead
       LEFT JOIN lead_prices u ON u.account_id = l.account_id AND u.negotiation_id = l.negotiation_id
       WHERE l.complete = 1 AND (l.created_at, l.lead) < (?, ?)
         AND l.account_id IN (SELECT value FROM json_each(?))
       ORDER BY l.created_at DESC, l.lead DESC LIMIT ?`,
    )
    .all(createdAt, lead, accounts, most);

type MessageRow = Omit<SnapshotMessage, 'side' | 'attachments' | 'rule'> & {
  readonly message: number;
  readonly side: string;
  readonly attachments: string | null;
};

/** Without replies in the outbox, which belong to this desktop. */
const listMessages = (store: Store, lead: number): readonly SnapshotMessage[] =>
  store
    .prepare<[number], MessageRow>(
      `SELECT m.message, m.message_id AS id, m.side, m.author, m.text, m.attachments,
         m.sent_at AS sentAt, m.person, m.automatic, m.automatic_text AS automaticText,
         r.reply_id AS replyID
       FROM messages m LEFT JOIN replies r ON r.message = m.message
       WHERE m.lead = ? AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message = m.message)
       ORDER BY m.sent_at, m.message`,
    )
    .all(lead)
    .map(({ message, side, attachments, ...row }) => ({
      ...row,
      side: readStoredSide(side),
      attachments: readStoredList(attachment, attachments),
      rule: row.automatic === 0 ? null : findRuleOfMessage(store, message),
    }));

const toLead = (store: Store, row: LeadRow, account: string): SnapshotLead => ({
  account,
  negotiation: row.negotiation,
  record: readStoredJSON(row.record),
  createdAt: row.createdAt,
  isFromList: row.isFromList === 1,
  availability: readStoredWord(['here', 'gone', 'forbidden'] as const, row.availability, 'here'),
  update: row.isUpdated === 1 ? { price: row.price, chargeState: row.chargeState } : null,
  phones: listPhones(store, row.lead),
  read: row.isPolled === 1 ? { to: row.readTo } : null,
  messages: listMessages(store, row.lead),
});

const atOnce = 10;

/** Returns a function that reads some more leads at each call, newest first; none at the end. */
export const readLeads = (
  store: Store,
  accounts: readonly TeamAccount[],
): (() => readonly SnapshotLead[]) => {
  const keyOf = new Map(accounts.map(({ accountID, key }) => [accountID, key]));
  const wanted = JSON.stringify([...keyOf.keys()]);
  let before = { createdAt: Number.MAX_SAFE_INTEGER, lead: 0 };
  return () => {
    const rows = listLeadsBefore(store, wanted, before, atOnce);
    before = rows.at(-1) ?? before;
    return rows.map((row) => toLead(store, row, keyOf.get(row.accountID) ?? ''));
  };
};
