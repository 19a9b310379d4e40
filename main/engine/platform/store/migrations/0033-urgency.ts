/**
 * Leads say whether they are an emergency or a booking (leads/urgency.ts), and messages with files are
 * found without reading a conversation. Answers of the request are read when the lead is read again.
 */
import type { Database } from 'better-sqlite3';

export const name = 'urgency';

export const migrate = (db: Database): void => {
  db.exec(`
ALTER TABLE leads ADD COLUMN urgency TEXT;
UPDATE leads SET urgency = 'booked'
WHERE json_valid(record) AND (record ->> '$.request.booking.start' IS NOT NULL
  OR record ->> '$.leadType' IN ('BOOKING', 'INSTANT_BOOK'));
UPDATE leads SET urgency = 'emergency'
WHERE category LIKE 'Emergency %' OR category LIKE '% Emergency';

CREATE INDEX messages_with_files ON messages (lead) WHERE attachments IS NOT NULL;`);
};
