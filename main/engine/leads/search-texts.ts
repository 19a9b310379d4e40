/** Yields the texts of a lead, reading few at a time: a message can have megabytes. */
import type { Side } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import { readStoredTexts, readStoredSide } from '../platform/store/stored.ts';

export type LeadText = {
  readonly in: 'name' | 'about' | 'request' | 'message' | 'note';
  /** Row number of a message, id of a note; otherwise null. */
  readonly id: string | null;
  readonly side: Side | null;
  /** UTC milliseconds; null for texts without a time. */
  readonly at: number | null;
  readonly text: string;
};

const maxMessages = 2_000;
const maxCharacters = 8_000_000;
/** Messages per query; more while they are short. */
const minAtOnce = 4;
const maxAtOnce = 256;
const manyCharacters = 100_000;

type Text = {
  readonly id: string;
  readonly side: Side;
  readonly at: number;
  readonly text: string;
};

function* readMessages(
  store: Store,
  lead: number,
  cut: () => void,
): Generator<LeadText & { readonly at: number }> {
  const read = store.prepare<[number, number, number, number], Text & { message: number }>(
    `SELECT message, CAST(message AS TEXT) AS id, side, sent_at AS at, text FROM messages
     WHERE lead = ? AND (sent_at, message) < (?, ?) ORDER BY sent_at DESC, message DESC LIMIT ?`,
  );
  let [count, characters] = [0, 0];
  let [at, message] = [Number.MAX_SAFE_INTEGER, 0];
  for (let size = minAtOnce; ;) {
    if (count >= maxMessages || characters >= maxCharacters) return cut();
    const page = read.all(lead, at, message, Math.min(size, maxMessages - count));
    for (const { id, side, at: sentAt, text } of page)
      yield { in: 'message', id, side: readStoredSide(side), at: sentAt, text };
    const last = page.at(-1);
    if (last === undefined || page.length < size) return;
    ({ at, message } = last);
    const length = page.reduce((sum, { text }) => sum + text.length, 0);
    count += page.length;
    characters += length;
    size =
      length > manyCharacters ? Math.max(1, Math.floor(size / 4)) : Math.min(maxAtOnce, 2 * size);
  }
}

function* readMessagesAndNotes(store: Store, lead: number, cut: () => void): Generator<LeadText> {
  const notes = store
    .prepare<[number], Text>(
      `SELECT note AS id, 'business' AS side, at, text FROM notes WHERE lead = ? ORDER BY at, note`,
    )
    .all(lead);
  const takeNotesAfter = function* (at: number): Generator<LeadText> {
    for (let last = notes.at(-1); last !== undefined && last.at > at; last = notes.at(-1)) {
      notes.pop();
      yield { in: 'note', ...last };
    }
  };
  for (const message of readMessages(store, lead, cut)) {
    yield* takeNotesAfter(message.at);
    yield message;
  }
  yield* takeNotesAfter(-Infinity);
}

/** SQL: the searchable texts of a record, by the keys that both generations use. */
export const textsOfRecord = `
SELECT CAST(value AS TEXT) AS value FROM json_tree(l.record)
WHERE (type = 'text' AND key IN ('title', 'description', 'question', 'answer'))
  OR (path = '$.request.location' AND type IN ('text', 'integer')
    AND key IN ('address1', 'address2', 'zipCode'))`;

type Row = {
  readonly name: string;
  readonly category: string;
  readonly city: string;
  readonly at: number;
  readonly tags: string | null;
  readonly request: string | null;
};

/**
 * The name, then messages and notes (newest first), the request, other facts. `cut` is called when
 * the oldest messages of a long conversation are left out.
 */
export function* readTexts(
  store: Store,
  lead: number,
  cut: () => void = () => undefined,
): Generator<LeadText> {
  const row = store
    .prepare<[number], Row>(
      `SELECT customer_name AS name, category, city, created_at AS at,
         (SELECT group_concat(item, ' · ') FROM marks k
           WHERE k.lead = l.lead AND k.mark = 'tags') AS tags,
         CASE json_valid(record) WHEN 1 THEN (
           SELECT json_group_array(value) FROM (${textsOfRecord})) END AS request
       FROM leads l WHERE lead = ?`,
    )
    .get(lead);
  if (row === undefined) return;
  const { name, category, city, at, tags, request } = row;
  const requests = readStoredTexts(request);
  const about = (text: string): LeadText => ({ in: 'about', id: null, side: null, at: null, text });
  yield { in: 'name', id: null, side: null, at: null, text: name };
  yield* readMessagesAndNotes(store, lead, cut);
  for (const text of requests) yield { in: 'request', id: null, side: 'customer', at, text };
  yield about([category, city].filter((each) => each !== '').join(' · '));
  yield about(tags ?? '');
}
