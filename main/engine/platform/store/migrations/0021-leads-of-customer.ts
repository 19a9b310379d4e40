/** Other leads of a lead's customer are found without a look at the rest (leads/earlier.ts). */
import type { Database } from 'better-sqlite3';

export const name = 'leads-of-customer';

export const migrate = (db: Database): void => {
  db.exec('CREATE INDEX leads_of_customer ON leads (customer_id, created_at DESC, lead DESC);');
};
