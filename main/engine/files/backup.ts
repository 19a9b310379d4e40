/** Writes a backup of one state of the database while the engine runs. */
import type { FileCounts } from '../../../contract/file-jobs.ts';
import { readVersion } from '../platform/store/migrations.ts';
import type { Store } from '../platform/store/store.ts';
import type { OnProgress } from './export.ts';
import { writeBackupFile, type BackupRow } from './backup-format.ts';
import { includedTables } from './backup-tables.ts';

const rowsAtOnce = 2_000;

const countRows = ({ db }: Store, table: string): number =>
  db
    .prepare<[], number>(`SELECT count(*) FROM ${table} WHERE ${includedTables[table]}`)
    .pluck()
    .get() ?? 0;

const countContents = (store: Store): FileCounts => ({
  leads: countRows(store, 'leads'),
  messages: countRows(store, 'messages'),
  notes: countRows(store, 'notes'),
  savedReplies: countRows(store, 'saved_replies'),
  drafts: countRows(store, 'drafts'),
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
    const counts = countContents(store);
    let rows = 0;
    for (const table of Object.keys(includedTables)) rows += countRows(store, table);
    const head = { schema: readVersion(db), madeAt: now, madeBy, rows, counts };
    const file = writeBackupFile(to, head);
    try {
      let done = 0;
      for (const [table, condition] of Object.entries(includedTables)) {
        const statement = db
          .prepare<[], BackupRow>(`SELECT * FROM ${table} WHERE ${condition}`)
          .raw();
        file.startTable(
          table,
          statement.columns().map(({ name }) => name),
        );
        for (const row of statement.iterate()) {
          file.writeRow(row);
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
