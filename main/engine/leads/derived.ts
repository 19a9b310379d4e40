/** Tables that can be rebuilt from leads, messages and marks: lists, counts, full text. */
import type { Derived } from '../platform/store/derived.ts';
import { refreshInbox, refreshLeads } from './inbox.ts';
import { textsOfRecord } from './search-texts.ts';
import { applyFewChanges, indexLead } from './search.ts';
import type { Store } from '../platform/store/store.ts';
import { inboxMarks } from './marks.ts';
import { updateViewSchema } from './view-schema.ts';

/** Adds and fills the columns of new marks in `inbox`, so that a new mark needs no migration. */
const addMarkColumns: Derived['follow'] = (db) => {
  const existing = new Set(
    db.prepare<[], string>("SELECT name FROM pragma_table_info('inbox')").pluck().all(),
  );
  const missing = inboxMarks.filter(({ name }) => !existing.has(name));
  if (missing.length === 0) return;
  db.transaction(() => {
    for (const { name, sql } of missing) {
      db.exec(`ALTER TABLE inbox ADD COLUMN "${name}" ANY`);
      db.exec(`UPDATE inbox AS l SET "${name}" = ${sql}`);
    }
  }).immediate();
};

const follow: Derived['follow'] = (db) => {
  addMarkColumns(db);
  updateViewSchema(db);
};

/** Leads that match a condition on `l`, with their searchable words. */
const listLeadWords = (store: Store, condition: string, ...values: string[]) =>
  store.db
    .prepare<string[], { lead: number; words: string }>(
      `SELECT lead, concat_ws(' ', customer_name, category, city,
         CASE json_valid(record) WHEN 1 THEN (
           SELECT group_concat(value, ' ') FROM (${textsOfRecord})) END) AS words
       FROM leads l WHERE ${condition}`,
    )
    .all(...values);

/** Indexes and lists leads that were inserted directly into the tables, in one transaction. */
export const deriveLeads = (store: Store, leads: readonly number[]): void =>
  store.writeRepeatable(() => {
    const wanted = JSON.stringify(leads);
    const condition = 'l.lead IN (SELECT value FROM json_each(?))';
    for (const { lead, words } of listLeadWords(store, condition, wanted))
      indexLead(store, lead, words);
    refreshLeads(store, leads);
  });

/** Slow: reads every lead. */
const rebuild = (store: Store): void =>
  store.write(() => {
    follow(store.db);
    store.db.exec(`
      DELETE FROM inbox;
      DELETE FROM counts;
      DELETE FROM read_counts;
      INSERT INTO read_counts SELECT account_id, count(read_to) FROM polls GROUP BY account_id;
      DELETE FROM search_entries;
      DELETE FROM search_changes;
      INSERT INTO lead_words (lead_words) VALUES ('delete-all');`);
    for (const { lead, words } of listLeadWords(store, 'true')) {
      indexLead(store, lead, words);
      refreshInbox(store, lead);
    }
  });

export const derivedFromLeads: Derived = {
  tables: ['inbox', 'counts', 'read_counts', 'search_entries', 'search_changes', 'lead_words'],
  follow,
  settle: applyFewChanges,
  rebuild,
};
