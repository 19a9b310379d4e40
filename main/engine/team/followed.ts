/** Stored state of the follower: the cursor, the state of each subject, and entries that it cannot read yet. */
import { offerFact, parseFact, type Fact, type Origin } from '../../../contract/team/facts.ts';
import { reduceFact, type FactState } from '../../../contract/team/reducer.ts';
import type { Store } from '../platform/store/store.ts';
import type { Entry } from './log/team-log.ts';

export type Cursor = {
  readonly stream: string;
  readonly epoch: string;
  /** Of a restored stream: the earlier one, whose entries precede the epoch's; '' for none. */
  readonly earlier: string;
  readonly epochSequence: number;
  readonly sequence: number;
  /** Time of the last read of the log, to the hour, by the computer's clock. */
  readonly at: number;
};

export type UnreadReason =
  | 'unknown_key'
  | 'unknown_format'
  | 'damaged'
  | 'invalid'
  | 'unknown_account'
  | 'failed';

/** The cursor; null if the log is followed from its start: at first and after a repair of the database. */
export const readCursor = (store: Store): Cursor | null =>
  store
    .prepare<[], Cursor>(
      `SELECT stream, epoch, earlier, epoch_sequence AS epochSequence, sequence, followed_at AS at
       FROM team_cursor
       WHERE stream IS NOT NULL AND epoch IS NOT NULL`,
    )
    .get() ?? null;

/** Moves the cursor, in the transaction that applies the entries. */
export const putCursor = (store: Store, cursor: Cursor): void => {
  const sql = `UPDATE team_cursor SET stream = @stream, epoch = @epoch, earlier = @earlier,
    epoch_sequence = @epochSequence, sequence = @sequence, followed_at = @at`;
  store.prepare<[Cursor]>(sql).run(cursor);
};

/** Identifies a stream with its epoch: after a restore its sequences mean other entries. */
export const formatStream = ({ stream, epoch }: Cursor): string => `${stream} ${epoch}`;

/** Returns the stream and the sequence at which a fact was first stored. */
const deriveOrigin = (cursor: Cursor, sequence: number, { offered }: Fact): Origin => {
  const isEarlier = cursor.earlier !== '' && sequence < cursor.epochSequence;
  return offered ?? { stream: isEarlier ? cursor.earlier : formatStream(cursor), sequence };
};

type Row = {
  readonly sequence: number;
  readonly fact: string | null;
  readonly stream: string;
  readonly originSequence: number;
  readonly offer: number | null;
};

const findRow = (store: Store, subject: string): Row | undefined =>
  store
    .prepare<[string], Row>(
      `SELECT sequence, fact, origin AS stream, origin_sequence AS originSequence, offer
       FROM team_facts WHERE subject = ?`,
    )
    .get(subject);

const toState = (row: Row | undefined): FactState | null =>
  row === undefined
    ? null
    : { sequence: row.sequence, fact: row.fact === null ? null : parseFact(row.fact) };

/** The state of a subject; null for one without entries. */
export const findFactState = (store: Store, subject: string): FactState | null =>
  toState(findRow(store, subject));

const putFact = (store: Store, row: Row & { readonly subject: string }): void => {
  const sql = `INSERT INTO team_facts (subject, sequence, fact, origin, origin_sequence, offer)
    VALUES (@subject, @sequence, @fact, @stream, @originSequence, @offer)
    ON CONFLICT DO UPDATE SET sequence = excluded.sequence, fact = excluded.fact,
      origin = excluded.origin, origin_sequence = excluded.origin_sequence, offer = excluded.offer`;
  store.prepare<[typeof row]>(sql).run(row);
};

/**
 * Adds a fact to the state of its subject; returns whether the subject's fact has changed. An offered or restored fact
 * loses to a later one of the same original stream, which this desktop then offers.
 */
export const addFact = (
  store: Store,
  cursor: Cursor,
  { sequence, subject }: Pick<Entry, 'sequence' | 'subject'>,
  fact: Fact,
): boolean => {
  const before = findRow(store, subject);
  const current = toState(before);
  const next = reduceFact(current, { sequence, subject, fact });
  if (next === current) return false;
  const origin = deriveOrigin(cursor, sequence, fact);
  const isOutdated = origin.stream === before?.stream && origin.sequence < before.originSequence;
  if (before !== undefined && (isOutdated || next.fact === current?.fact)) {
    const isMissing = isOutdated || before.offer !== null;
    putFact(store, { ...before, subject, sequence, offer: isMissing ? sequence : null });
    return false;
  }
  putFact(store, {
    subject,
    sequence,
    fact: next.fact?.text ?? null,
    stream: origin.stream,
    originSequence: origin.sequence,
    offer: null,
  });
  return next.fact !== null;
};

/** Starts over in another stream. Facts stay; those that it lacks are offered once it has been read. */
export const startOver = (store: Store, cursor: Omit<Cursor, 'sequence'>): void => {
  putCursor(store, { ...cursor, sequence: 0 });
  store.prepare<[]>('UPDATE team_facts SET sequence = 0, offer = 0 WHERE fact IS NOT NULL').run();
  store.prepare<[]>('DELETE FROM team_facts WHERE fact IS NULL').run();
  // Other desktops offer facts again, but nobody publishes deliveries again.
  store.prepare<[]>("DELETE FROM team_unread WHERE subject NOT LIKE 'in.%'").run();
};

export type Offer = {
  readonly subject: string;
  readonly text: string;
  readonly expectedLast: number;
};

/** Facts that the log lacks, up to `limit` of them after a subject. */
export const listOffers = (store: Store, subject: string, limit: number): readonly Offer[] =>
  store
    .prepare<[string, number], Row & { readonly subject: string }>(
      `SELECT subject, sequence, fact, origin AS stream, origin_sequence AS originSequence, offer
       FROM team_facts WHERE offer IS NOT NULL AND subject > ? ORDER BY subject LIMIT ?`,
    )
    .all(subject, limit)
    .flatMap((row) => {
      const fact = row.fact === null ? null : parseFact(row.fact);
      if (fact === null) return [];
      const text = offerFact(fact, { stream: row.stream, sequence: row.originSequence });
      return [{ subject: row.subject, text, expectedLast: row.offer ?? 0 }];
    });

/** Gives up an offer that the log refuses from this desktop; the fact stays here. */
export const dropOffer = (store: Store, subject: string): void => {
  store.prepare<[string]>('UPDATE team_facts SET offer = NULL WHERE subject = ?').run(subject);
};

/** Without a limit, a malicious member could fill the others' disks with unreadable entries. */
export const maxUnread = 20_000;

/** In bytes; a longer entry counts as several. */
const unreadLength = 16 * 1024;

/** Stores an entry that cannot be read or applied, and deletes the oldest beyond `most`. */
export const keepUnread = (
  store: Store,
  { sequence, subject, data }: Entry,
  reason: UnreadReason,
  most = maxUnread,
): void => {
  const count = Math.max(1, Math.ceil(data.byteLength / unreadLength));
  const { lastInsertRowid } = store
    .prepare<[number, number, string, Uint8Array, string]>(
      `INSERT INTO team_unread (unread, sequence, subject, data, reason)
       VALUES ((SELECT ifnull(max(unread), 0) FROM team_unread) + ?, ?, ?, ?, ?)`,
    )
    .run(count, sequence, subject, data, reason);
  store
    .prepare<[number]>('DELETE FROM team_unread WHERE unread <= ?')
    .run(Number(lastInsertRowid) - most);
};

/** Kept entries in the order in which they came, after a number. */
export const listUnread = (
  store: Store,
  unread: number,
  limit: number,
): readonly (Entry & { readonly unread: number })[] => {
  const sql = `SELECT unread, sequence, subject, data FROM team_unread WHERE unread > ?
    ORDER BY unread LIMIT ?`;
  return store
    .prepare<[number, number], Entry & { readonly unread: number }>(sql)
    .all(unread, limit);
};

/** Removes a kept entry, or changes the reason why it is kept. */
export const settleUnread = (store: Store, unread: number, reason: UnreadReason | null): void => {
  if (reason === null)
    store.prepare<[number]>('DELETE FROM team_unread WHERE unread = ?').run(unread);
  else
    store
      .prepare<[string, number]>('UPDATE team_unread SET reason = ? WHERE unread = ?')
      .run(reason, unread);
};
