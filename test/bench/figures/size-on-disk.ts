/** Size of a message on disk with its indexes and full text, next to its text alone. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Figure } from '../figure.ts';
import { ratioAtMost, createResult } from '../report.ts';

/** Tables, indexes and shadow tables of messages. */
const ofMessages = `
SELECT total(s.pgsize) FROM dbstat s JOIN sqlite_master m ON m.name = s.name
WHERE m.tbl_name = 'messages' OR (m.tbl_name <> 'leads' AND EXISTS (
  SELECT 1 FROM sqlite_master f WHERE f.sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%'
    AND f.name NOT LIKE 'lead%' AND substr(m.tbl_name, 1, length(f.name) + 1) = f.name || '_'))`;

export const sizeOnDisk: Figure = {
  name: 'size-on-disk',
  measure: ({ size, store }) => {
    const db = new Database(join(store, 'leads.db'), { readonly: true });
    const disk = db.prepare<[], number>(ofMessages).pluck().get() ?? 0;
    const { text = 0, count = 1 } =
      db
        .prepare<[], { text: number; count: number }>(
          'SELECT total(octet_length(text)) AS text, count(*) AS count FROM messages',
        )
        .get() ?? {};
    db.close();
    return Promise.resolve([
      createResult({
        figure: 'a message on the disk with indexes and search (floor: its text)',
        size,
        value: disk / count,
        unit: 'bytes',
        floor: text / count,
        goal: ratioAtMost(3),
      }),
    ]);
  },
};
