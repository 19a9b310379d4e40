/**
 * Customers' messages that only repeat the description of their request: they are known by their ids
 * and stand nowhere in the conversation.
 */
import type { Store } from '../platform/store/store.ts';

/**
 * What a lead's own record says, and when it was created (UTC milliseconds); null for a stub, and for
 * a lead that was created before `since`.
 */
export const ownRecord = (
  store: Store,
  lead: number,
  since: number,
): { readonly record: string; readonly requestText: string; readonly createdAt: number } | null =>
  store
    .prepare<[number, number], { record: string; requestText: string; createdAt: number }>(
      'descriptions.record',
      `SELECT record, request_text AS requestText, created_at AS createdAt FROM leads
       WHERE lead = ? AND created_at >= ? AND complete = 1 AND record IS NOT NULL`,
    )
    .get(lead, since) ?? null;

/** Whether a message of the lead is kept as its description already. */
export const hasRepeated = (store: Store, lead: number): boolean =>
  store
    .prepare<[number]>(
      'descriptions.has',
      'SELECT 1 FROM repeated_descriptions WHERE lead = ? LIMIT 1',
    )
    .get(lead) !== undefined;

export const keepRepeated = (store: Store, lead: number, messageID: string): void => {
  store
    .prepare<[number, string]>(
      'descriptions.keep',
      'INSERT INTO repeated_descriptions (lead, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    )
    .run(lead, messageID);
};

export type Spoken = {
  readonly message: number;
  readonly messageID: string;
  readonly text: string;
  readonly sentAt: number;
};

/** The customer's first messages of a lead, without files, up to a moment (UTC milliseconds). */
export const firstWords = (store: Store, lead: number, until: number): readonly Spoken[] =>
  store
    .prepare<[number, number], Spoken>(
      'descriptions.firstWords',
      `SELECT message, message_id AS messageID, text, sent_at AS sentAt FROM messages
       WHERE lead = ? AND sent_at <= ? AND side = 'customer' AND attachments IS NULL
         AND message_id IS NOT NULL
       ORDER BY sent_at, message LIMIT 10`,
    )
    .all(lead, until);

/** Takes a message out of its conversation and keeps it as the lead's description. */
export const moveToDescription = (store: Store, lead: number, spoken: Spoken): void => {
  store
    .prepare<[number]>('descriptions.take', 'DELETE FROM messages WHERE message = ?')
    .run(spoken.message);
  keepRepeated(store, lead, spoken.messageID);
};
