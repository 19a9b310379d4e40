/** Indexes for old activity and waiting replies of a team; claims last as long as they are renewed. */
import type { Database } from 'better-sqlite3';

export const name = 'indexes and claims of a team';

export const migrate = (db: Database): void =>
  void db.exec(`
ALTER TABLE team_claims ADD COLUMN renewed INTEGER NOT NULL DEFAULT 0;  -- counts for 15 minutes
CREATE INDEX leads_incomplete ON leads (account_id) WHERE complete = 0;
CREATE INDEX team_activity_at ON team_activity (at);
CREATE INDEX team_facts_waiting ON team_facts (subject)
  WHERE subject > 'reply.' AND subject < 'reply.~' AND lead IS NOT NULL
    AND (instr(fact, '"state":"queued"') > 0 OR instr(fact, '"state":"checking"') > 0);`);
