/**
 * When a lead had its first reply stands in its row of the inbox, and leads are found by when they
 * arrived with what Insights counts of them: neither messages nor records are read for a figure.
 */
import type { Database } from 'better-sqlite3';

export const name = 'first-replies';

export const migrate = (db: Database): void => {
  db.exec(`
ALTER TABLE inbox ADD COLUMN first_reply_at INTEGER;
UPDATE inbox SET first_reply_at = (
  SELECT m.sent_at FROM leads l CROSS JOIN messages m ON m.lead = l.lead
  WHERE l.lead = inbox.lead AND l.complete = 1 AND m.side = 'business'
    AND (m.written_here = 1 OR m.sent_at >= l.created_at + 30000)
    AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.message = m.message
      AND (o.state = 'failed' OR o.waits_for = 'schedule'))
  ORDER BY m.sent_at, m.message LIMIT 1);
CREATE INDEX inbox_first_reply ON inbox (first_reply_at) WHERE first_reply_at IS NOT NULL;
CREATE INDEX leads_arrived ON leads (created_at, lead, account_id, business_id, category, status,
  price_text, charge_state, availability) WHERE complete = 1;
`);
};
