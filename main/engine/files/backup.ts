/**
 * Writes a backup: everything that is only here, of one moment, read by a connection of its own while
 * the engine goes on.
 */
import type { FileCounts } from '../../../contract/file-jobs.ts';
import { versionOf } from '../platform/store/migrations.ts';
import type { Store } from '../platform/store/store.ts';
import type { Tell } from './export.ts';
import { writeBackupFile, type BackupRow } from './backup-format.ts';
import { keptTables } from './backup-tables.ts';

const rowsAtOnce = 2_000;

const countOf = ({ db }: Store, table: string): number =>
  db
    .prepare<[], number>(`SELECT count(*) FROM ${table} WHERE ${keptTables[table]}`)
    .pluck()
    .get() ?? 0;

/** How much of each kind a backup of this database holds. */
const fileCountsOf = (store: Store): FileCounts => ({
  leads: countOf(store, 'leads'),
  messages: countOf(store, 'messages'),
  notes: countOf(store, 'notes'),
  savedReplies: countOf(store, 'saved_replies'),
  drafts: countOf(store, 'drafts'),
});

/**
 * @param store over a connection of its own, which nobody else reads by meanwhile
 * @param madeBy the app's version, for people
 * @param now UTC milliseconds
 */
export const writeBackup = async ({
  store,
  to,
  madeBy,
  now,
  tell,
}: {
  readonly store: Store;
  readonly to: string;
  readonly madeBy: string;
  readonly now: number;
  readonly tell: Tell;
}): Promise<FileCounts> => {
  const { db } = store;
  db.exec('BEGIN');
  try {
    const counts = fileCountsOf(store);
    const rows = Object.keys(keptTables).reduce((sum, table) => sum + countOf(store, table), 0);
    const file = writeBackupFile(to, {
      schema: versionOf(db),
      madeAt: now,
      madeBy,
      rows,
      counts,
    });
    try {
      let done = 0;
      for (const [table, taken] of Object.entries(keptTables)) {
        const reading = db.prepare<[], BackupRow>(`SELECT * FROM ${table} WHERE ${taken}`).raw();
        file.table(
          table,
          reading.columns().map(({ name }) => name),
        );
        for (const row of reading.iterate()) {
          file.row(row);
          if (++done % rowsAtOnce === 0) await tell(done, rows);
        }
      }
      file.end();
    } finally {
      file.close();
    }
    return counts;
  } finally {
    db.exec('COMMIT');
  }
};
