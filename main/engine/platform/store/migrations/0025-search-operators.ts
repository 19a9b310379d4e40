/** Leads are found by their category and by any part of a phone number without a look at the others. */
import type { Database } from 'better-sqlite3';

export const name = 'search-operators';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE INDEX leads_of_category ON leads (category);
CREATE INDEX lead_phones_begin ON lead_phones (digits);
CREATE INDEX lead_phones_end ON lead_phones (substr(digits, -4));`);
};
