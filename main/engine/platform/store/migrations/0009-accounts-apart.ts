/**
 * Accounts told apart and together: which service an account belongs to (the same business under two
 * sign-ins of one service is one business), and which account holds a business; practice apart from
 * real work. And what lists, moves and counts need so that they walk no table.
 */
import type { Database } from 'better-sqlite3';

export const name = 'accounts-apart';

export const migrate = (db: Database): void => {
  db.exec(`
-- Environment and host: accounts that share them have the same businesses and customers.
ALTER TABLE accounts ADD COLUMN service TEXT NOT NULL DEFAULT '';
-- 1: its customers are made up by the sandbox inside the app.
ALTER TABLE accounts ADD COLUMN practice INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1));
-- Main says both again at each start; this is for accounts that it has lost.
UPDATE accounts SET practice = 1
  WHERE profile ->> '$.environment' = 'sandbox' AND profile ->> '$.name' = 'Practice';
UPDATE accounts SET service = 'practice' WHERE practice = 1;
UPDATE accounts SET service = ifnull(profile ->> '$.environment', '') || ' ' || (
    SELECT lower(substr(rest, 1, instr(rest || '/', '/') - 1))
    FROM (SELECT substr(address, instr(address, '://') + 3) AS rest
      FROM (SELECT ifnull(accounts.profile ->> '$.baseUrl', '') AS address)))
  WHERE practice = 0;

-- The account that works for a business: a connected one before others, the current interface before
-- the legacy one, and the one that was here first.
CREATE VIEW held_businesses AS
SELECT b.account_id, b.business_id, b.name
FROM businesses b JOIN accounts a ON a.account_id = b.account_id
WHERE b.covered = 1 AND NOT EXISTS (
  SELECT 1 FROM accounts o JOIN businesses ob ON ob.account_id = o.account_id
  WHERE o.service = a.service AND ob.business_id = b.business_id AND ob.covered = 1
    AND (o.connected = 0, o.profile ->> '$.interface' = 'legacy', o.connected_at, o.account_id)
      < (a.connected = 0, a.profile ->> '$.interface' = 'legacy', a.connected_at, a.account_id));

-- A lead can change its account.
DROP TRIGGER inbox_recounted;
CREATE TRIGGER inbox_recounted AFTER UPDATE ON inbox
WHEN (old.account_id, old.business_id, old.needs_reply, old.unread, old.starred, old.archived, old.failed)
  IS NOT (new.account_id, new.business_id, new.needs_reply, new.unread, new.starred, new.archived, new.failed)
BEGIN
  UPDATE counts SET
    all_leads = all_leads - (1 - old.archived), needs_reply = needs_reply - old.needs_reply,
    unread = unread - old.unread, starred = starred - old.starred,
    archived = archived - old.archived, failed = failed - old.failed
  WHERE account_id = old.account_id AND business_id = old.business_id;
  INSERT INTO counts (account_id, business_id, all_leads, needs_reply, unread, starred, archived, failed)
  VALUES (new.account_id, new.business_id, 1 - new.archived, new.needs_reply, new.unread, new.starred, new.archived, new.failed)
  ON CONFLICT DO UPDATE SET
    all_leads = all_leads + excluded.all_leads, needs_reply = needs_reply + excluded.needs_reply,
    unread = unread + excluded.unread, starred = starred + excluded.starred,
    archived = archived + excluded.archived, failed = failed + excluded.failed;
END;

CREATE INDEX leads_of_account ON leads (account_id);
CREATE INDEX leads_of_request ON leads
  (account_id, business_id, CAST(record ->> '$.request.requestID' AS TEXT));
CREATE INDEX moved_leads_of_account ON moved_leads (from_account, negotiation_id);

-- What a list of deliveries shows, so that it reads no body: a body can have a megabyte.
ALTER TABLE deliveries ADD COLUMN negotiation_id TEXT;
ALTER TABLE deliveries ADD COLUMN customer_name TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN business_name TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
UPDATE deliveries SET size = length(CAST(body AS BLOB));
UPDATE deliveries SET (negotiation_id, customer_name, business_name) = (
    SELECT CAST(coalesce(data ->> '$.negotiationID', data ->> '$.leadID') AS TEXT),
      substr(coalesce(nullif(trim(ifnull(data ->> '$.customer.firstName', '') || ' '
          || ifnull(data ->> '$.customer.lastName', '')), ''),
        data ->> '$.customer.displayName', data ->> '$.customer.name', ''), 1, 200),
      substr(coalesce(data ->> '$.business.displayName', data ->> '$.business.name', ''), 1, 200)
    FROM (SELECT CASE json_type(body, '$.data') WHEN 'object' THEN body -> '$.data' ELSE body END AS data))
  WHERE CASE json_valid(body) WHEN 1 THEN json_type(body) = 'object' ELSE 0 END;
DROP INDEX deliveries_in_order;
CREATE INDEX deliveries_in_order ON deliveries (account_id, delivery, event_type, received_at, times,
  state, reason, negotiation_id, customer_name, business_name, size);
`);
};
