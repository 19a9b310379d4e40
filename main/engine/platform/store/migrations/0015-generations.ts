/**
 * How new an account's interface generation is stands beside the account, so that who works for a business
 * and which of two leads stands in the lists is a comparison and names no generation.
 */
import type { Database } from 'better-sqlite3';

export const name = 'generations';

export const migrate = (db: Database): void => {
  db.exec(`
-- A later interface generation has a greater number; main tells of the account again at each start.
ALTER TABLE accounts ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
UPDATE accounts SET generation = CASE profile ->> '$.interface' WHEN 'legacy' THEN 1 ELSE 4 END;

-- The account that works for a business: a connected one before others, a newer interface generation
-- before an older one, and the one that was here first.
DROP VIEW held_businesses;
CREATE VIEW held_businesses AS
SELECT b.account_id, b.business_id, b.name
FROM businesses b JOIN accounts a ON a.account_id = b.account_id
WHERE b.covered = 1 AND NOT EXISTS (
  SELECT 1 FROM accounts o JOIN businesses ob ON ob.account_id = o.account_id
  WHERE o.service = a.service AND ob.business_id = b.business_id AND ob.covered = 1
    AND (o.connected = 0, -o.generation, o.connected_at, o.account_id)
      < (a.connected = 0, -a.generation, a.connected_at, a.account_id));
`);
};
