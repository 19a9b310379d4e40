/** People of a team have names, and its hub takes webhooks. */
import type { Database } from 'better-sqlite3';

export const name = 'team people and webhooks';

export const migrate = (db: Database): void =>
  void db.exec(`
CREATE TABLE team_people (
  person TEXT PRIMARY KEY,
  name   TEXT NOT NULL               -- entered by an owner
) STRICT, WITHOUT ROWID;

-- 1: it leads to the team's hub, and other desktops of the team know its credentials too.
ALTER TABLE webhooks ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;`);
