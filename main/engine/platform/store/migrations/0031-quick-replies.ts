/**
 * Messages that the marketplace sends itself when a lead arrives count as no reply: `automatic` is 1 for
 * one that is suspected, 2 for one that is recognized by its text, which `automatic_text` stands for
 * (conversation/automatic.ts). The leads that have one are worked out again with the business hours.
 */
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';

export const name = 'quick-replies';

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const keyOf = (business: unknown, customer: unknown, text: unknown): string | null => {
  const words = wordsOf(String(text));
  // All but the surname.
  const name = wordsOf(
    String(customer)
      .trim()
      .replace(/(?<=\S)\s+\S+$/, ''),
  );
  const isName = words.some((word) => name.includes(word))
    ? (word: string) => name.includes(word)
    : (word: string) => name.some((part) => part.toLowerCase() === word.toLowerCase());
  const left = words.filter((word) => !isName(word)).join(' ');
  if (left === '') return null;
  return createHash('sha256')
    .update(`${String(business)} ${left}`)
    .digest('base64url');
};

export const migrate = (db: Database): void => {
  db.function('automatic_text_of', { deterministic: true }, keyOf);
  db.exec(`
ALTER TABLE messages ADD COLUMN automatic INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN automatic_text TEXT;
UPDATE messages SET automatic = 1,
  automatic_text = automatic_text_of(l.business_id, l.customer_name, messages.text)
FROM leads l WHERE l.lead = messages.lead AND l.complete = 1 AND messages.side = 'business'
  AND messages.written_here = 0 AND messages.message_id IS NOT NULL
  AND messages.sent_at < l.created_at + 30000;
CREATE INDEX messages_automatic ON messages (account_id, automatic_text, automatic)
  WHERE automatic_text IS NOT NULL;
UPDATE messages SET automatic = 2 WHERE automatic = 1 AND (account_id, automatic_text) IN (
  SELECT account_id, automatic_text FROM messages WHERE automatic_text IS NOT NULL
  GROUP BY account_id, automatic_text HAVING count(DISTINCT lead) > 1);
UPDATE inbox SET needs_reply = 1 WHERE needs_reply = 0
  AND lead IN (SELECT lead FROM messages WHERE automatic > 0);
DELETE FROM settings WHERE name = 'replyTimes.hours' AND EXISTS (SELECT 1 FROM messages WHERE automatic > 0);
`);
};
