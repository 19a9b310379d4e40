/**
 * What the marketplace is still to be told of how far a job is (accounts/job-status.ts): noted by
 * triggers whoever changes the mark, one row a lead, so that the latest is told. And the tags that there
 * are, found without a look at the leads.
 */
import type { Database } from 'better-sqlite3';

export const name = 'job-status';

const note = `
  INSERT INTO job_status_tellings (lead, version, state) VALUES (new.lead, 1, 'waiting')
  ON CONFLICT (lead) DO UPDATE SET version = version + 1, state = 'waiting', reason = NULL;`;

export const migrate = (db: Database): void => {
  db.exec(`
CREATE TABLE job_status_tellings (
  lead     INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  version  INTEGER NOT NULL,       -- counts the changes of the mark
  state    TEXT NOT NULL,          -- waiting, told, refused, kept (there is nobody to tell)
  told     TEXT,                   -- what the marketplace has heard last, in its words
  reason   TEXT                    -- JSON of a Failure, when refused
) STRICT;
CREATE INDEX job_status_waiting ON job_status_tellings (lead) WHERE state = 'waiting';

CREATE TRIGGER job_status_set AFTER INSERT ON marks WHEN new.mark = 'jobStatus' BEGIN${note}
END;
CREATE TRIGGER job_status_changed AFTER UPDATE OF value ON marks
WHEN new.mark = 'jobStatus' AND old.value <> new.value BEGIN${note}
END;
CREATE TRIGGER job_status_unset AFTER DELETE ON marks
WHEN old.mark = 'jobStatus' BEGIN
  UPDATE job_status_tellings SET version = version + 1, state = 'waiting', reason = NULL
  WHERE lead = old.lead;
END;

CREATE INDEX marks_tagged ON marks (item) WHERE mark = 'tags';
`);
};
