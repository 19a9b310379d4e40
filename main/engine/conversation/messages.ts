/**
 * Stored messages of both sides: those of the service, and those written here, which get their id
 * once the service has them.
 */
import type { Attachment, Side } from '../../../contract/records.ts';
import { markRead } from '../leads/read-mark.ts';
import type { Store } from '../platform/store/store.ts';

export type NewMessage = {
  readonly lead: number;
  readonly accountID: string;
  /** The service's id. */
  readonly messageID: string;
  readonly side: Side;
  readonly author: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly sentAt: number;
};

/** Whether a message of the service is stored, or known as a repeated description. */
export const isKnown = (store: Store, accountID: string, messageID: string): boolean =>
  store
    .prepare<[{ accountID: string; messageID: string }]>(
      'messages.known',
      `SELECT 1 FROM messages WHERE account_id = @accountID AND message_id = @messageID
       UNION ALL
       SELECT 1 FROM repeated_descriptions d JOIN leads l ON l.lead = d.lead
       WHERE d.message_id = @messageID AND l.account_id = @accountID LIMIT 1`,
    )
    .get({ accountID, messageID }) !== undefined;

/** Returns the negotiation of a message of the service, or null when it is not stored. */
export const negotiationOfMessage = (
  store: Store,
  accountID: string,
  messageID: string,
): string | null =>
  store
    .prepare<[{ accountID: string; messageID: string }], { negotiationID: string }>(
      'messages.negotiation',
      `SELECT l.negotiation_id AS negotiationID FROM messages m JOIN leads l ON l.lead = m.lead
       WHERE m.account_id = @accountID AND m.message_id = @messageID
       UNION ALL
       SELECT l.negotiation_id FROM repeated_descriptions d JOIN leads l ON l.lead = d.lead
       WHERE d.message_id = @messageID AND l.account_id = @accountID LIMIT 1`,
    )
    .get({ accountID, messageID })?.negotiationID ?? null;

/** Inserts a new message of the service; returns its number. */
export const insertMessage = (store: Store, message: NewMessage): number => {
  const { lastInsertRowid } = store
    .prepare<[number, string, string, Side, string, string, string | null, number]>(
      'messages.insert',
      `INSERT INTO messages (lead, account_id, message_id, side, author, text, attachments, sent_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      message.lead,
      message.accountID,
      message.messageID,
      message.side,
      message.author,
      message.text,
      message.attachments.length === 0 ? null : JSON.stringify(message.attachments),
      message.sentAt,
    );
  return Number(lastInsertRowid);
};

/** Returns the name of the customer; empty for a stub. */
export const customerNameOf = (store: Store, lead: number): string =>
  store
    .prepare<[number], { name: string }>(
      'messages.customerName',
      'SELECT customer_name AS name FROM leads WHERE lead = ?',
    )
    .get(lead)?.name ?? '';

/** Sets the customer as author of messages that arrived before their lead. */
export const nameCustomer = (store: Store, lead: number, name: string): void => {
  store
    .prepare<[string, number]>(
      'messages.nameCustomer',
      `UPDATE messages SET author = ? WHERE lead = ? AND side = 'customer' AND author = ''`,
    )
    .run(name, lead);
};

/**
 * Inserts a reply at the end of its conversation, even when this computer's clock is behind, and
 * marks the conversation as read. The caller adds the outbox row and refreshes the inbox row.
 */
export const insertOwnMessage = (
  store: Store,
  own: {
    readonly lead: number;
    readonly accountID: string;
    readonly text: string;
    readonly now: number;
  },
): number => {
  const { lastInsertRowid } = store
    .prepare<[{ lead: number; accountID: string; text: string; now: number }]>(
      'messages.insertOwn',
      `INSERT INTO messages (lead, account_id, side, text, sent_at, written_here)
       VALUES (@lead, @accountID, 'business', @text,
         max(@now, ifnull((SELECT max(sent_at) + 1 FROM messages WHERE lead = @lead), 0)), 1)`,
    )
    .run(own);
  markRead(store, [own.lead]);
  return Number(lastInsertRowid);
};

/**
 * Deletes a reply that the service does not have, with its outbox row; false for an unknown one.
 * The caller refreshes the inbox row.
 */
export const removeOwnMessage = (store: Store, message: number): boolean => {
  const { changes } = store
    .prepare<[number]>(
      'messages.removeOwn',
      'DELETE FROM messages WHERE message = ? AND written_here = 1 AND message_id IS NULL',
    )
    .run(message);
  return changes > 0;
};
