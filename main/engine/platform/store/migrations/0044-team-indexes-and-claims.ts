/** A start in a team finds old activity and waiting replies without reading all. */
import type { Database } from 'better-sqlite3';

export const name = 'indexes of a team';

export const migrate = (db: Database): void =>
  void db.exec(`
CREATE INDEX team_activity_at ON team_activity (at);
CREATE INDEX team_facts_waiting ON team_facts (subject)
  WHERE subject > 'reply.' AND subject < 'reply.~' AND lead IS NOT NULL
    AND (instr(fact, '"state":"queued"') > 0 OR instr(fact, '"state":"checking"') > 0);`);
