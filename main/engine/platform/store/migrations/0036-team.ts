/** What several desktops need to agree on the same leads. */
import type { Database } from 'better-sqlite3';

export const name = 'team';

const lastCustomerTime = `ifnull(max(
  (SELECT CASE complete WHEN 1 THEN created_at ELSE 0 END FROM leads l WHERE l.lead = marks.lead),
  ifnull((SELECT max(sent_at) FROM messages m WHERE m.lead = marks.lead AND m.side = 'customer'), 0)), 0)`;

export const migrate = (db: Database): void =>
  void db.exec(`
-- The customer's last message that was known when a mark was set that lasts until news: the service's
-- time and id; '' is the request. NULL for other marks.
ALTER TABLE marks ADD COLUMN known_at INTEGER;
ALTER TABLE marks ADD COLUMN known_message TEXT;
UPDATE marks SET known_at = ${lastCustomerTime}
  WHERE mark IN ('archived', 'noReplyNeeded', 'snoozedUntil', 'jobClosed');
UPDATE marks SET known_message = ifnull((SELECT max(message_id) FROM messages m
    WHERE m.lead = marks.lead AND m.side = 'customer' AND m.sent_at = marks.known_at), '')
  WHERE known_at IS NOT NULL;
`);
