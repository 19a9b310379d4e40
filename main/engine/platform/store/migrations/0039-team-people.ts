/** People of a team have names. */
import type { Database } from 'better-sqlite3';

export const name = 'team people';

export const migrate = (db: Database): void =>
  void db.exec(`
CREATE TABLE team_people (
  person TEXT PRIMARY KEY,
  name   TEXT NOT NULL               -- entered by an owner
) STRICT, WITHOUT ROWID;`);
