/** Deliveries to a webhook that was replaced, for more kinds of events, are still accepted. */
import type { Database } from 'better-sqlite3';

export const name = 'earlier credentials of webhooks';

export const migrate = (db: Database): void =>
  void db.exec(`
ALTER TABLE webhooks ADD COLUMN earlier_username TEXT;  -- of the replaced webhook, until the next check
ALTER TABLE webhooks ADD COLUMN earlier_password_digest TEXT;`);
