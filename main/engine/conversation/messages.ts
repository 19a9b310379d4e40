/** Stored messages of both sides. Replies get the service's id once it has them. */
import type { Attachment, Side } from '../../../contract/records.ts';
import { markRead } from '../leads/read-mark.ts';
import type { Store } from '../platform/store/store.ts';

export type NewMessage = {
  readonly lead: number;
  readonly accountID: string;
  /** Null for a colleague's reply for which the service returned none. */
  readonly messageID: string | null;
  readonly side: Side;
  readonly author: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly sentAt: number;
  /** The member who sent it; null for anybody else. */
  readonly person?: string | null;
};

/** True if a message is stored, or its id is that of a repeated description. */
export const isMessageKnown = (store: Store, accountID: string, messageID: string): boolean =>
  store
    .prepare<[{ accountID: string; messageID: string }]>(
      `SELECT 1 FROM messages WHERE account_id = @accountID AND message_id = @messageID
       UNION ALL
       SELECT 1 FROM repeated_descriptions d JOIN leads l ON l.lead = d.lead
       WHERE d.message_id = @messageID AND l.account_id = @accountID LIMIT 1`,
    )
    .get({ accountID, messageID }) !== undefined;

/** Returns the negotiation of a stored message, also of a repeated description, or null. */
export const findNegotiationOfMessage = (
  store: Store,
  accountID: string,
  messageID: string,
): string | null =>
  store
    .prepare<[{ accountID: string; messageID: string }], { negotiationID: string }>(
      `SELECT l.negotiation_id AS negotiationID FROM messages m JOIN leads l ON l.lead = m.lead
       WHERE m.account_id = @accountID AND m.message_id = @messageID
       UNION ALL
       SELECT l.negotiation_id FROM repeated_descriptions d JOIN leads l ON l.lead = d.lead
       WHERE d.message_id = @messageID AND l.account_id = @accountID LIMIT 1`,
    )
    .get({ accountID, messageID })?.negotiationID ?? null;

/** Inserts a message that was not written here; returns its row number. */
export const insertMessage = (store: Store, message: NewMessage): number => {
  const { attachments } = message;
  const { lastInsertRowid } = store
    .prepare<[Omit<NewMessage, 'attachments'> & { attachments: string | null }]>(
      `INSERT INTO messages (lead, account_id, message_id, side, author, text, attachments, sent_at, person)
       VALUES (@lead, @accountID, @messageID, @side, @author, @text, @attachments, @sentAt, @person)`,
    )
    .run({
      person: null,
      ...message,
      attachments: attachments.length === 0 ? null : JSON.stringify(attachments),
    });
  return Number(lastInsertRowid);
};

/** Name of a lead's customer; empty for a stub. */
export const readCustomerName = (store: Store, lead: number): string => {
  const sql = 'SELECT customer_name AS name FROM leads WHERE lead = ?';
  return store.prepare<[number], { name: string }>(sql).get(lead)?.name ?? '';
};

/** Sets the author of customer messages that arrived before their lead. */
export const setCustomerName = (store: Store, lead: number, name: string): void => {
  const sql = `UPDATE messages SET author = ? WHERE lead = ? AND side = 'customer' AND author = ''`;
  store.prepare<[string, number]>(sql).run(name, lead);
};

type OwnMessage = {
  readonly lead: number;
  readonly accountID: string;
  readonly text: string;
  readonly now: number;
  /** 0 for a person (automatic.ts). */
  readonly automatic: number;
};

/**
 * Inserts a reply at the end of its conversation, even when this computer's clock is behind. A person's reply
 * marks the conversation as read. The caller adds the outbox row and refreshes the inbox row.
 */
export const insertOwnMessage = (store: Store, own: OwnMessage): number => {
  const sql = `INSERT INTO messages (lead, account_id, side, text, sent_at, written_here, automatic)
    VALUES (@lead, @accountID, 'business', @text,
      max(@now, ifnull((SELECT max(sent_at) + 1 FROM messages WHERE lead = @lead), 0)), 1, @automatic)`;
  const { lastInsertRowid } = store.prepare<[OwnMessage]>(sql).run(own);
  if (own.automatic === 0) markRead(store, [own.lead]);
  return Number(lastInsertRowid);
};

/** Deletes a reply that the service lacks. The caller refreshes the inbox row. */
export const removeOwnMessage = (store: Store, message: number): void => {
  const sql = 'DELETE FROM messages WHERE message = ? AND written_here = 1 AND message_id IS NULL';
  store.prepare<[number]>(sql).run(message);
};
