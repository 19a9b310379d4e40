/**
 * The index of words: one entry of full text for each lead, with all its words and those of its
 * messages and notes. Its row number is made of the month of the lead's last activity and the lead's number, so
 * that the newest are found without a look at the others (search-list.ts).
 *
 * Triggers (0033-first.ts) note every change of a text and of the activity, whoever makes it. Few notes
 * are taken over at the end of the transaction; many are left to slices beside the work
 * (word-indexer.ts), for full text takes long over a commit, and a lead is taken over once however
 * often it was noted. It cannot be asked for the words that an entry has, so what is taken away must be
 * said exactly: all notes of a lead are taken at once, and an entry then has the words of its lead, no
 * more, no fewer.
 */
import type { Store } from '../platform/store/store.ts';
import { wordsOf } from '../../../contract/words.ts';

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
      .prepare<[{ readonly lead: number }], { text: string }>(
        'search.texts',
        `SELECT text FROM messages WHERE lead = @lead
         UNION ALL SELECT text FROM notes WHERE lead = @lead
         UNION ALL SELECT own FROM search_entries WHERE lead = @lead`,
      )
      .all({ lead })
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

/** As many notes are taken over where they are made. */
const fewNotes = 32;
/** Pages of full text that are merged in one go. */
const pagesAtOnce = 8;
/** Leads whose notes are taken over in one transaction at most. */
const leadsAtOnce = 32;

/** Whether changes are noted that the index does not have yet: a search may find less than there is. */
export const hasNotes = (store: Store): boolean =>
  store.prepare<[]>('search.hasNotes', 'SELECT 1 FROM search_notes LIMIT 1').get() !== undefined;

/** Leads that were noted, those that have waited longest first. */
const notedLeads = (store: Store): readonly number[] => [
  ...new Set(
    store
      .prepare<[number], { lead: number }>(
        'search.notedLeads',
        'SELECT lead FROM search_notes ORDER BY note LIMIT ?',
      )
      .all(leadsAtOnce)
      .map(({ lead }) => lead),
  ),
];

/**
 * Brings the index to what was noted of some leads, one at least, until it is over; inside a
 * transaction. Full text takes entries fast in their order.
 */
export const followNotes = (store: Store, isOver: () => boolean): void => {
  const writes: Write[] = [];
  for (const [index, lead] of notedLeads(store).entries()) {
    if (index > 0 && isOver()) break;
    const notes = store
      .prepare<[number], Note>(
        'search.notes',
        `SELECT lead, added, removed, activity_at FROM search_notes WHERE lead = ? ORDER BY note`,
      )
      .all(lead);
    writes.push(...writesFor(store, lead, notes));
    if (notes.some(({ removed }) => removed !== null)) forgetIfGone(store, lead);
    store.prepare<[number]>('search.noted', 'DELETE FROM search_notes WHERE lead = ?').run(lead);
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
};

// Full text takes whole numbers only, and a parameter is none.
const tell = (store: Store, what: 'automerge' | 'merge', value: number): void =>
  void store
    .prepare<[]>(
      `search.${what}`,
      `INSERT INTO lead_words (lead_words, rank) VALUES ('${what}', ${value})`,
    )
    .run();

/** Full text itself merges its parts, many pages now and then within a commit; else `mergeParts` does. */
export const mergeByItself = (store: Store, does: boolean): void =>
  tell(store, 'automerge', does ? 4 : 0);

/** Whether `mergeByItself` was last told so; it is at first. */
export const mergesByItself = (store: Store): boolean =>
  store
    .prepare<[]>(
      'search.mergesByItself',
      "SELECT 1 FROM lead_words_config WHERE k = 'automerge' AND v = 0",
    )
    .get() === undefined;

/** Merges parts of full text until it is over, a few pages at least; false when nothing is left. */
export const mergeParts = (store: Store, isOver: () => boolean): boolean => {
  const changes = store.prepare<[], { count: number }>(
    'search.changes',
    'SELECT total_changes() AS count',
  );
  const changed = (): number => changes.get()?.count ?? 0;
  for (;;) {
    const before = changed();
    tell(store, 'merge', pagesAtOnce);
    // The statement counts as one change itself.
    if (changed() - before < 2) return false;
    if (isOver()) return true;
  }
};

/** Brings the index to what was noted, at the end of a transaction, when that is little. */
export const followFew = (store: Store): void => {
  const row = store
    .prepare<[number], { count: number }>(
      'search.fewNotes',
      'SELECT count(*) AS count FROM (SELECT 1 FROM search_notes LIMIT ?)',
    )
    .get(fewNotes + 1);
  const count = row?.count ?? 0;
  if (count > 0 && count <= fewNotes) followNotes(store, () => false);
};

/** Brings the index to all that was noted; takes a while. */
export const followAll = (store: Store): void => {
  while (hasNotes(store)) store.write(() => followNotes(store, () => false));
};
