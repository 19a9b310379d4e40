/**
 * The index for Insights has the facts that many leads share as one text, which is read and counted faster than six
 * columns (tools/insights/arrivals.ts).
 */
import type { Database } from 'better-sqlite3';

export const name = 'lead facts';

export const migrate = (db: Database): void => {
  db.exec(`
    DROP INDEX IF EXISTS leads_arrived;
    CREATE INDEX leads_arrived ON leads (created_at, lead, price_text, CAST(json_array(account_id,
      business_id, category, status, charge_state, availability) AS TEXT)) WHERE complete = 1;`);
};
