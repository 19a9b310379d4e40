/** Notes of colleagues that mention the person here, until they open the lead. */
import type { NoteID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

export const addMention = (store: Store, lead: number, note: NoteID): boolean =>
  store
    .prepare<[string, number]>(
      'INSERT INTO team_mentions (note, lead) VALUES (?, ?) ON CONFLICT DO NOTHING',
    )
    .run(note, lead).changes > 0;

/** Records that the person has seen the mentions of a lead; true if there were any. */
export const markMentionsSeen = (store: Store, lead: number): boolean =>
  store.prepare<[number]>('UPDATE team_mentions SET seen = 1 WHERE lead = ? AND seen = 0').run(lead)
    .changes > 0;

/** Text of the latest note that mentions the person in a lead, or ''. */
export const readMentioningNote = (store: Store, lead: number): string =>
  store
    .prepare<[number], { text: string }>(
      `SELECT n.text FROM team_mentions t JOIN notes n ON n.note = t.note
       WHERE t.lead = ? ORDER BY n.at DESC LIMIT 1`,
    )
    .get(lead)?.text ?? '';
