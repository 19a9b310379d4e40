/**
 * Makes one lead of two: what the professional did with the legacy lead, and what only it knows,
 * goes over to the v4 lead, and the legacy one goes. Nothing is lost: a message that v4 does not
 * have moves, a reply that waits or failed moves with its state, two drafts become one.
 */
import { draftOf, saveDraft } from '../store/drafts.ts';
import { refreshInbox } from '../store/inbox.ts';
import type { LegacyLead } from '../store/moves.ts';
import { forgetLead, forgetMessage } from '../store/search.ts';
import type { Store } from '../store/store.ts';

/** The legacy interface gives a sent reply no id; its twin at v4 has the same text and about this time. */
const twinWithinMs = 15 * 60_000;

type Own = {
  readonly message: number;
  readonly message_id: string | null;
  readonly text: string;
  readonly sent_at: number;
  readonly written_here: number;
  /** 1 for a reply that the service may have: sent, or nobody can tell. */
  readonly may_be_there: number;
};

const messagesOf = (store: Store, lead: number): readonly Own[] =>
  store
    .prepare<[number], Own>(
      'merge.messages',
      `SELECT m.message, m.message_id, m.text, m.sent_at, m.written_here,
         m.written_here = 1 AND (o.message IS NULL OR
           o.state = 'failed' AND ifnull(o.reason ->> 'code', '') = 'outcome_unknown') AS may_be_there
       FROM messages m LEFT JOIN outbox o ON o.message = m.message
       WHERE m.lead = ? ORDER BY m.sent_at, m.message`,
    )
    .all(lead);

/** The same message as v4 has it, or null. */
const twinOf = (store: Store, own: Own, to: number, accountID: string): number | null => {
  const row =
    own.message_id !== null
      ? store
          .prepare<[string, string], { message: number }>(
            'merge.sameID',
            'SELECT message FROM messages WHERE account_id = ? AND message_id = ?',
          )
          .get(accountID, own.message_id)
      : own.may_be_there === 1
        ? store
            .prepare<[{ to: number; text: string; at: number; span: number }], { message: number }>(
              'merge.sameText',
              `SELECT message FROM messages
               WHERE lead = @to AND side = 'business' AND message_id IS NOT NULL
                 AND written_here = 0 AND text = @text AND abs(sent_at - @at) <= @span
               ORDER BY abs(sent_at - @at) LIMIT 1`,
            )
            .get({ to, text: own.text, at: own.sent_at, span: twinWithinMs })
        : undefined;
  return row?.message ?? null;
};

const takeMessages = (store: Store, from: number, to: number, accountID: string): void => {
  for (const own of messagesOf(store, from)) {
    const twin = twinOf(store, own, to, accountID);
    if (twin === null) {
      store
        .prepare<[number, string, number]>(
          'merge.takeMessage',
          'UPDATE messages SET lead = ?, account_id = ? WHERE message = ?',
        )
        .run(to, accountID, own.message);
      continue;
    }
    if (own.written_here === 1) {
      store
        .prepare<[number]>('merge.own', 'UPDATE messages SET written_here = 1 WHERE message = ?')
        .run(twin);
    }
    store
      .prepare<[number]>('merge.drop', 'DELETE FROM messages WHERE message = ?')
      .run(own.message);
    forgetMessage(store, own.message);
  }
  store
    .prepare<[number, string, number]>(
      'merge.takeOutbox',
      'UPDATE outbox SET lead = ?, account_id = ? WHERE lead = ?',
    )
    .run(to, accountID, from);
};

const takeMarks = (store: Store, from: number, to: number): void => {
  store
    .prepare<[number, number]>(
      'merge.takeMarks',
      `INSERT INTO marks (lead, read_at, notified_at, starred, archived)
       SELECT ?, read_at, notified_at, starred, archived FROM marks WHERE lead = ?
       ON CONFLICT (lead) DO UPDATE SET
         read_at = max(read_at, excluded.read_at),
         notified_at = max(notified_at, excluded.notified_at),
         starred = max(starred, excluded.starred), archived = max(archived, excluded.archived)`,
    )
    .run(to, from);
  store.prepare<[number]>('merge.dropMarks', 'DELETE FROM marks WHERE lead = ?').run(from);
};

const takeDraft = (store: Store, from: number, to: number, now: number): void => {
  const texts = [draftOf(store, to), draftOf(store, from)].filter((text) => text !== '');
  saveDraft(store, to, [...new Set(texts)].join('\n\n'), now);
  saveDraft(store, from, '', now);
};

/**
 * Merges the lead `from` into the lead `to` of `accountID`, in one transaction.
 *
 * @param now UTC milliseconds
 */
export const mergeLead = (
  store: Store,
  from: LegacyLead & { readonly accountID: string },
  to: { readonly lead: number; readonly accountID: string },
  now: number,
): void => {
  store.write(() => {
    takeMessages(store, from.lead, to.lead, to.accountID);
    takeMarks(store, from.lead, to.lead);
    takeDraft(store, from.lead, to.lead, now);
    store
      .prepare<[number, string, string, string | null, number]>(
        'merge.keepRecord',
        'INSERT OR REPLACE INTO moved_leads (lead, from_account, negotiation_id, record, moved_at) VALUES (?, ?, ?, ?, ?)',
      )
      .run(to.lead, from.accountID, from.negotiationID, from.record, now);
    store.prepare<[number]>('merge.dropLead', 'DELETE FROM leads WHERE lead = ?').run(from.lead);
    forgetLead(store, from.lead);
    refreshInbox(store, to.lead);
  });
};
