/** The unsent text of each lead. One commit for each save, so that a crash costs none. */
import type { Store } from './store.ts';

/** The draft of a lead; empty when there is none. */
export const draftOf = (store: Store, lead: number): string =>
  store
    .prepare<[number], { text: string }>('drafts.get', 'SELECT text FROM drafts WHERE lead = ?')
    .get(lead)?.text ?? '';

/** Keeps `text` as the lead's draft; an empty one removes it. The lead must exist. */
export const saveDraft = (store: Store, lead: number, text: string, now: number): void => {
  if (text === '') {
    store.prepare<[number]>('drafts.remove', 'DELETE FROM drafts WHERE lead = ?').run(lead);
    return;
  }
  store
    .prepare<[number, string, number]>(
      'drafts.save',
      `INSERT INTO drafts (lead, text, saved_at) VALUES (?, ?, ?)
       ON CONFLICT (lead) DO UPDATE SET text = excluded.text, saved_at = excluded.saved_at`,
    )
    .run(lead, text, now);
};
