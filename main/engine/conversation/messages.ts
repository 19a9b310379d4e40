/**
 * The messages of a conversation, both sides, as they are written down: those that came from the service,
 * and those written here, which have no id of the service until the service has taken them.
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

/** Whether a message of the service, by its id, is in the store, if only as its lead's description. */
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

/** The negotiation of a message of the service, by its id, or null when the message is not here. */
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

/** Inserts a message that came from the service and is not known yet; returns its number. */
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

/** The customer's name by their lead; empty while only a message of it is known. */
export const customerNameOf = (store: Store, lead: number): string =>
  store
    .prepare<[number], { name: string }>(
      'messages.customerName',
      'SELECT customer_name AS name FROM leads WHERE lead = ?',
    )
    .get(lead)?.name ?? '';

/** Names the customer in messages that came before the lead that says who they are. */
export const nameCustomer = (store: Store, lead: number, name: string): void => {
  store
    .prepare<[string, number]>(
      'messages.nameCustomer',
      `UPDATE messages SET author = ? WHERE lead = ? AND side = 'customer' AND author = ''`,
    )
    .run(name, lead);
};

/**
 * Inserts a reply written here, at the end of its conversation even when this computer's clock is
 * behind the service's, and counts the conversation as read. The caller adds the outbox row and
 * refreshes the inbox row.
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
 * Removes a reply written here that the service does not have, with its outbox row; false when there
 * is no such reply. The caller refreshes the inbox row.
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
