/**
 * Full-text index with one entry for each lead; its row number combines the month of the last activity and the lead,
 * so that the newest are found without reading the others. Triggers (0046-first.ts) store every change in
 * `search_changes`, and all changes of a lead are applied together, because removed words must match exactly.
 */
import type { Origin, Store } from '../platform/store/store.ts';
import { listIndexWords } from '../../../contract/words.ts';

/** About a month. Most conversations end within it, so that their entry stays. */
const monthMs = 2 ** 31;
const maxLeads = 2 ** 32;

/** Row number of an entry, by the last activity (UTC milliseconds). */
export const toEntry = (lead: number, activityAt: number): number =>
  Math.floor(Math.max(activityAt, 0) / monthMs) * maxLeads + lead;

/** SQL: the lead of an entry. */
export const leadOfEntry = `(rowid & ${maxLeads - 1})`;

/** Stores the searchable words of a lead without its messages. */
export const indexLead = (store: Store, lead: number, text: string): void => {
  store
    .prepare<[number, string]>(
      `INSERT INTO search_entries (lead, own) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET own = excluded.own WHERE own <> excluded.own`,
    )
    .run(lead, [...listIndexWords(text)].join(' '));
};

type PendingChange = {
  readonly lead: number;
  readonly added: string | null;
  readonly removed: string | null;
  readonly activity_at: number | null;
};

const findEntry = (store: Store, lead: number): number | null =>
  store
    .prepare<[number], { entry: number | null }>('SELECT entry FROM search_entries WHERE lead = ?')
    .get(lead)?.entry ?? null;

const readWords = (store: Store, lead: number): ReadonlySet<string> =>
  listIndexWords(
    store
      .prepare<[{ readonly lead: number }], { text: string }>(
        `SELECT text FROM messages WHERE lead = @lead
         UNION ALL SELECT text FROM notes WHERE lead = @lead
         UNION ALL SELECT own FROM search_entries WHERE lead = @lead`,
      )
      .all({ lead })
      .map(({ text }) => text)
      .join(' '),
  );

type Write = { readonly entry: number; readonly isRemoved: boolean; readonly words: string };

/** Returns the index writes for the pending changes of a lead, and stores its new entry. */
const planWrites = (
  store: Store,
  lead: number,
  changes: readonly PendingChange[],
): readonly Write[] => {
  const writes: Write[] = [];
  const write = (entry: number, isRemoved: boolean, words: Iterable<string>): void => {
    const text = [...words].join(' ');
    if (text !== '') writes.push({ entry, isRemoved, words: text });
  };
  const joinTexts = (part: 'added' | 'removed'): string =>
    changes.flatMap((change) => change[part] ?? []).join(' ');
  const before = findEntry(store, lead);
  const removed = listIndexWords(joinTexts('removed'));
  if (before !== null) {
    write(before, false, listIndexWords(joinTexts('added')));
    if (removed.size > 0) {
      const now = readWords(store, lead);
      write(
        before,
        true,
        [...removed].filter((word) => !now.has(word)),
      );
      // Each deletion lowers full text's count of entries; an insertion restores it.
      write(before, false, now);
    }
  }
  const activityAt = changes.findLast((change) => change.activity_at !== null)?.activity_at ?? null;
  if (activityAt === null || toEntry(lead, activityAt) === before) return writes;
  const now = readWords(store, lead);
  if (before !== null) write(before, true, now);
  write(toEntry(lead, activityAt), false, now);
  store
    .prepare<[number, number]>(
      `INSERT INTO search_entries (lead, entry) VALUES (?, ?)
       ON CONFLICT DO UPDATE SET entry = excluded.entry`,
    )
    .run(lead, toEntry(lead, activityAt));
  return writes;
};

const deleteEntryIfGone = (store: Store, lead: number): void => {
  store
    .prepare<[number]>(
      `DELETE FROM search_entries WHERE lead = ?
         AND NOT EXISTS (SELECT 1 FROM leads l WHERE l.lead = search_entries.lead)`,
    )
    .run(lead);
};

/** At most this many changes are applied in the transaction that made them; a conversation of a first sync waits. */
const maxAtOnce: Readonly<Record<Origin, number>> = { person: 32, news: 8, log: 8 };
const pagesAtOnce = 8;
const leadsAtOnce = 128;

/** True if the index lacks changes, so that a search may miss something. */
export const hasPendingChanges = (store: Store): boolean =>
  store.prepare<[]>('SELECT 1 FROM search_changes LIMIT 1').get() !== undefined;

/** Leads with pending changes, the oldest first. */
const listLeadsToIndex = (store: Store): readonly number[] => [
  ...new Set(
    store
      .prepare<[number], { lead: number }>(
        'SELECT lead FROM search_changes ORDER BY change LIMIT ?',
      )
      .all(leadsAtOnce)
      .map(({ lead }) => lead),
  ),
];

/** Applies pending changes until `isOver`, inside a transaction. Full text is fastest in entry order. */
export const applyPendingChanges = (store: Store, isOver: () => boolean): void => {
  const writes: Write[] = [];
  for (const [index, lead] of listLeadsToIndex(store).entries()) {
    if (index > 0 && isOver()) break;
    const changes = store
      .prepare<[number], PendingChange>(
        `SELECT lead, added, removed, activity_at FROM search_changes WHERE lead = ? ORDER BY change`,
      )
      .all(lead);
    writes.push(...planWrites(store, lead, changes));
    if (changes.some(({ removed }) => removed !== null)) deleteEntryIfGone(store, lead);
    store.prepare<[number]>('DELETE FROM search_changes WHERE lead = ?').run(lead);
  }
  const put = store.prepare<[number, string]>(
    'INSERT INTO lead_words (rowid, words) VALUES (?, ?)',
  );
  const remove = store.prepare<[number, string]>(
    "INSERT INTO lead_words (lead_words, rowid, words) VALUES ('delete', ?, ?)",
  );
  for (const { entry, isRemoved, words } of writes.toSorted((a, b) => a.entry - b.entry))
    (isRemoved ? remove : put).run(entry, words);
};

// Full text accepts only literal integers here.
const configure = (store: Store, what: 'automerge' | 'merge', value: number): void =>
  void store
    .prepare<[]>(`INSERT INTO lead_words (lead_words, rank) VALUES ('${what}', ${value})`)
    .run();

/** Turns automatic merges off, which write many pages within a commit: `mergeParts` merges instead. */
export const stopAutomaticMerge = (store: Store): void => {
  const isOff = store.prepare<[]>(
    "SELECT 1 FROM lead_words_config WHERE k = 'automerge' AND v = 0",
  );
  if (isOff.get() === undefined) store.writeRepeatable(() => configure(store, 'automerge', 0));
};

/** Merges a few pages of full text, until `isOver`; false when nothing is left. */
export const mergeParts = (store: Store, isOver: () => boolean): boolean => {
  const changes = store.prepare<[], { count: number }>('SELECT total_changes() AS count');
  const countChanges = (): number => changes.get()?.count ?? 0;
  for (;;) {
    const before = countChanges();
    configure(store, 'merge', pagesAtOnce);
    // The statement itself counts as one change.
    if (countChanges() - before < 2) return false;
    if (isOver()) return true;
  }
};

export const applyFewChanges = (store: Store): void => {
  const most = maxAtOnce[store.getOrigin()];
  const row = store
    .prepare<[number], { count: number }>(
      'SELECT count(*) AS count FROM (SELECT 1 FROM search_changes LIMIT ?)',
    )
    .get(most + 1);
  const count = row?.count ?? 0;
  if (count > 0 && count <= most) applyPendingChanges(store, () => false);
};

export const applyAllChanges = (store: Store): void => {
  while (hasPendingChanges(store)) store.write(() => applyPendingChanges(store, () => false));
};
