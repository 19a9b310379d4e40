/**
 * The index of words: one entry of full text for each lead, with all its words and those of its
 * messages. Its row number is made of the month of the lead's last activity and the lead's number, so
 * that the newest are found without a look at the others (search-list.ts).
 *
 * Triggers (0011-words.ts) note every change of a text and of the activity, whoever makes it, and
 * `followChanges` takes the notes over at the end of the transaction: once a lead, in the order of the
 * entries, which is how full text takes them fast. It cannot be asked for the words that an entry has,
 * so what is taken away must be said exactly: an entry has the words of its lead, no more, no fewer.
 */
import type { Store } from '../platform/store/store.ts';
import { wordsOf } from './words.ts';

/** About a month: conversations end within it, mostly, and their leads keep their entry. */
const monthMs = 2 ** 31;
const mostLeads = 2 ** 32;

/** The row number of a lead's entry, by its last activity (UTC milliseconds). */
export const entryOf = (lead: number, activityAt: number): number =>
  Math.floor(Math.max(activityAt, 0) / monthMs) * mostLeads + lead;

/** The lead of an entry, in SQL. */
export const leadOfEntry = `(rowid & ${mostLeads - 1})`;

/** Keeps what the lead itself says, beside its messages, that a search should find. */
export const indexLead = (store: Store, lead: number, text: string): void => {
  store
    .prepare<[number, string]>(
      'search.own',
      `INSERT INTO search_entries (lead, own) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET own = excluded.own WHERE own <> excluded.own`,
    )
    .run(lead, [...wordsOf(text)].join(' '));
};

type Note = {
  readonly lead: number;
  readonly added: string | null;
  readonly removed: string | null;
  readonly activity_at: number | null;
};

const entryOfLead = (store: Store, lead: number): number | null =>
  store
    .prepare<[number], { entry: number | null }>(
      'search.entry',
      'SELECT entry FROM search_entries WHERE lead = ?',
    )
    .get(lead)?.entry ?? null;

/** All words of a lead as it is now. */
const wordsOfLead = (store: Store, lead: number): ReadonlySet<string> =>
  wordsOf(
    store
      .prepare<[number, number], { text: string }>(
        'search.texts',
        `SELECT text FROM messages WHERE lead = ?
         UNION ALL SELECT own FROM search_entries WHERE lead = ?`,
      )
      .all(lead, lead)
      .map(({ text }) => text)
      .join(' '),
  );

type Write = { readonly entry: number; readonly isTaken: boolean; readonly words: string };

/** What follows for the entry of one lead; keeps where it stands. */
const writesFor = (store: Store, lead: number, notes: readonly Note[]): readonly Write[] => {
  const writes: Write[] = [];
  const write = (entry: number, isTaken: boolean, words: Iterable<string>): void => {
    const text = [...words].join(' ');
    if (text !== '') writes.push({ entry, isTaken, words: text });
  };
  const textOf = (part: 'added' | 'removed'): string =>
    notes.flatMap((note) => note[part] ?? []).join(' ');
  const before = entryOfLead(store, lead);
  const removed = wordsOf(textOf('removed'));
  if (before !== null) {
    write(before, false, wordsOf(textOf('added')));
    if (removed.size > 0) {
      const now = wordsOfLead(store, lead);
      write(
        before,
        true,
        [...removed].filter((word) => !now.has(word)),
      );
      // Full text counts its entries; it believes that one has gone.
      write(before, false, now);
    }
  }
  const activityAt = notes.findLast((note) => note.activity_at !== null)?.activity_at ?? null;
  if (activityAt === null || entryOf(lead, activityAt) === before) return writes;
  const now = wordsOfLead(store, lead);
  if (before !== null) write(before, true, now);
  write(entryOf(lead, activityAt), false, now);
  store
    .prepare<[number, number]>(
      'search.place',
      `INSERT INTO search_entries (lead, entry) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET entry = excluded.entry`,
    )
    .run(lead, entryOf(lead, activityAt));
  return writes;
};

const forgetIfGone = (store: Store, lead: number): void => {
  store
    .prepare<[number]>(
      'search.forget',
      `DELETE FROM search_entries WHERE lead = ?
         AND NOT EXISTS (SELECT 1 FROM leads l WHERE l.lead = search_entries.lead)`,
    )
    .run(lead);
};

/** Brings the index to what the transaction has changed, at its end. */
export const followChanges = (store: Store): void => {
  const notes = store
    .prepare<[], Note>(
      'search.notes',
      'SELECT lead, added, removed, activity_at FROM search_notes ORDER BY note',
    )
    .all();
  if (notes.length === 0) return;
  const byLead = Map.groupBy(notes, ({ lead }) => lead);
  const writes = [...byLead].flatMap(([lead, ofLead]) => writesFor(store, lead, ofLead));
  for (const [lead, ofLead] of byLead) {
    if (ofLead.some(({ removed }) => removed !== null)) forgetIfGone(store, lead);
  }
  const put = store.prepare<[number, string]>(
    'search.put',
    'INSERT INTO lead_words (rowid, words) VALUES (?, ?)',
  );
  const take = store.prepare<[number, string]>(
    'search.take',
    "INSERT INTO lead_words (lead_words, rowid, words) VALUES ('delete', ?, ?)",
  );
  for (const { entry, isTaken, words } of writes.toSorted((a, b) => a.entry - b.entry)) {
    (isTaken ? take : put).run(entry, words);
  }
  store.prepare<[]>('search.noted', 'DELETE FROM search_notes').run();
};
