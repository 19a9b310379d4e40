/**
 * Accounts are a team's or the person's own. All desktops of a team choose the same account for each business, by facts
 * that they share.
 */
import type { Database } from 'better-sqlite3';

export const name = 'accounts of a team';

const rankOf = (account: string): string => `
      ${account}.connected = 0, ${account}.team_since IS NULL, -${account}.generation,
      ${account}.lacks_scopes, ifnull(${account}.team_since, ${account}.connected_at), ${account}.account_id`;

export const migrate = (db: Database): void =>
  void db.exec(`
ALTER TABLE accounts ADD COLUMN team_since INTEGER;   -- first sign-in at the team's hub; NULL: the person's own
ALTER TABLE accounts ADD COLUMN lacks_scopes INTEGER NOT NULL DEFAULT 0;  -- 1: it cannot do all that leads need

-- The account that serves each business: connected accounts first, then the team's, then the newer interface
-- generation, then those with all scopes, then the account that was connected first.
DROP VIEW held_businesses;
CREATE VIEW held_businesses AS
SELECT b.account_id, b.business_id, b.name
FROM businesses b JOIN accounts a ON a.account_id = b.account_id
WHERE b.covered = 1 AND NOT EXISTS (
  -- CROSS JOIN: SQLite would scan all businesses for each business.
  SELECT 1 FROM accounts o CROSS JOIN businesses ob ON ob.account_id = o.account_id
  WHERE o.service = a.service AND ob.business_id = b.business_id AND ob.covered = 1
    AND (${rankOf('o')}) < (${rankOf('a')}));`);
