/** Customers' messages that only repeat their request, which the conversation does not show. */
import type { Store } from '../platform/store/store.ts';

/** Record and request of a lead; null for a stub or a lead from before `since`. Times are UTC milliseconds. */
export const findOwnRecord = (store: Store, lead: number, since: number) =>
  store
    .prepare<[number, number], { record: string; requestText: string; createdAt: number }>(
      `SELECT record, request_text AS requestText, created_at AS createdAt FROM leads
       WHERE lead = ? AND created_at >= ? AND complete = 1 AND record IS NOT NULL`,
    )
    .get(lead, since) ?? null;

export const hasRepeatedDescription = (store: Store, lead: number): boolean =>
  store
    .prepare<[number]>('SELECT 1 FROM repeated_descriptions WHERE lead = ? LIMIT 1')
    .get(lead) !== undefined;

/** Stores the id of a message that repeats a lead's description. */
export const putRepeatedDescription = (store: Store, lead: number, messageID: string): void => {
  store
    .prepare<[number, string]>(
      'INSERT INTO repeated_descriptions (lead, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    )
    .run(lead, messageID);
};

export type FirstMessage = {
  readonly message: number;
  readonly messageID: string;
  readonly text: string;
  readonly sentAt: number;
};

/** The customer's first messages without attachments, up to `until` (UTC milliseconds). */
export const listFirstMessages = (
  store: Store,
  lead: number,
  until: number,
): readonly FirstMessage[] =>
  store
    .prepare<[number, number], FirstMessage>(
      `SELECT message, message_id AS messageID, text, sent_at AS sentAt FROM messages
       WHERE lead = ? AND sent_at <= ? AND side = 'customer' AND attachments IS NULL
         AND message_id IS NOT NULL
       ORDER BY sent_at, message LIMIT 10`,
    )
    .all(lead, until);

export const moveToDescription = (store: Store, lead: number, message: FirstMessage): void => {
  store.prepare<[number]>('DELETE FROM messages WHERE message = ?').run(message.message);
  putRepeatedDescription(store, lead, message.messageID);
};
