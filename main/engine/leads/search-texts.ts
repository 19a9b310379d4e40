/**
 * All that is said of a lead, as a search reads it: each text by itself, with who said it and when, so
 * that what was found in which can be told.
 */
import type { Side } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import { readStoredList, storedSide } from '../platform/store/stored.ts';
import { z } from 'zod';

export type LeadText = {
  readonly in: 'name' | 'about' | 'request' | 'message' | 'note';
  /** Of a message its row number, of a note its id; else null. */
  readonly id: string | null;
  readonly side: Side | null;
  /** When it was said; null for what has no time. */
  readonly at: number | null;
  readonly text: string;
};

/** Who writes more than this with one customer is read to here, the newest first. */
const mostRead = 2_000;

type Said = {
  readonly id: string;
  readonly side: Side;
  readonly at: number;
  readonly text: string;
};

/** Messages and notes, the newest first. */
const saidOf = (store: Store, lead: number): readonly LeadText[] => {
  const messages = store
    .prepare<[number, number], Said>(
      'searchTexts.messages',
      `SELECT CAST(message AS TEXT) AS id, side, sent_at AS at, text FROM messages
       WHERE lead = ? ORDER BY sent_at DESC, message DESC LIMIT ?`,
    )
    .all(lead, mostRead)
    .map((said): LeadText => ({ in: 'message', ...said, side: storedSide(said.side) }));
  const notes = store
    .prepare<[number], Said>(
      'searchTexts.notes',
      `SELECT note AS id, 'business' AS side, at, text FROM notes WHERE lead = ? ORDER BY at, note`,
    )
    .all(lead)
    .map((said): LeadText => ({ in: 'note', ...said }));
  return notes.length === 0
    ? messages
    : [...messages, ...notes].sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
};

type Row = {
  readonly name: string;
  readonly category: string;
  readonly city: string;
  readonly at: number;
  readonly tags: string | null;
  readonly request: string | null;
};

/** Each text of a lead: what was said, the newest first, then its request and what else is known of it. */
export const textsOf = (store: Store, lead: number): readonly LeadText[] => {
  const row = store
    .prepare<[number], Row>(
      'searchTexts.lead',
      `SELECT customer_name AS name, category, city, created_at AS at,
         (SELECT group_concat(item, ' · ') FROM marks k
           WHERE k.lead = l.lead AND k.mark = 'tags') AS tags,
         CASE json_valid(record) WHEN 1 THEN (
           SELECT json_group_array(value) FROM json_tree(l.record) WHERE type = 'text'
             AND key IN ('title', 'description', 'question', 'answer')) END AS request
       FROM leads l WHERE lead = ?`,
    )
    .get(lead);
  const said = saidOf(store, lead);
  if (row === undefined) return said;
  const { name, category, city, at, tags, request } = row;
  const requests = readStoredList(z.string(), request);
  const about = (text: string): LeadText => ({ in: 'about', id: null, side: null, at: null, text });
  return [
    ...said,
    ...requests.map((text): LeadText => ({ in: 'request', id: null, side: 'customer', at, text })),
    { in: 'name', id: null, side: null, at: null, text: name },
    about([category, city].filter((each) => each !== '').join(' · ')),
    about(tags ?? ''),
  ];
};
