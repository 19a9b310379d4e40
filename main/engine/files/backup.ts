/** Writes a backup of one state of the database while the engine runs. */
import type { FileCounts } from '../../../contract/file-jobs.ts';
import { versionOf } from '../platform/store/migrations.ts';
import type { Store } from '../platform/store/store.ts';
import type { OnProgress } from './export.ts';
import { writeBackupFile, type BackupRow } from './backup-format.ts';
import { includedTables } from './backup-tables.ts';

const rowsAtOnce = 2_000;

const countOf = ({ db }: Store, table: string): number =>
  db
    .prepare<[], number>(`SELECT count(*) FROM ${table} WHERE ${includedTables[table]}`)
    .pluck()
    .get() ?? 0;

const fileCountsOf = (store: Store): FileCounts => ({
  leads: countOf(store, 'leads'),
  messages: countOf(store, 'messages'),
  notes: countOf(store, 'notes'),
  savedReplies: countOf(store, 'saved_replies'),
  drafts: countOf(store, 'drafts'),
});

/** Uses a separate connection; `now` is in UTC milliseconds. */
export const writeBackup = async (dependencies: {
  readonly store: Store;
  readonly to: string;
  readonly madeBy: string;
  readonly now: number;
  readonly onProgress: OnProgress;
}): Promise<FileCounts> => {
  const { store, to, madeBy, now, onProgress } = dependencies;
  const { db } = store;
  db.exec('BEGIN');
  try {
    const counts = fileCountsOf(store);
    const rows = Object.keys(includedTables).reduce((sum, table) => sum + countOf(store, table), 0);
    const file = writeBackupFile(to, { schema: versionOf(db), madeAt: now, madeBy, rows, counts });
    try {
      let done = 0;
      for (const [table, condition] of Object.entries(includedTables)) {
        const statement = db
          .prepare<[], BackupRow>(`SELECT * FROM ${table} WHERE ${condition}`)
          .raw();
        file.table(
          table,
          statement.columns().map(({ name }) => name),
        );
        for (const row of statement.iterate()) {
          file.row(row);
          if (++done % rowsAtOnce === 0) await onProgress(done, rows);
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
