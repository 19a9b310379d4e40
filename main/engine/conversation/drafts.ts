/** The unsent text of each lead, and the id of its composition. One commit for each save, so that a crash costs none. */
import type { ReplyID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

export type Draft = {
  readonly text: string;
  /** What the text will be sent under; null for a draft that has no id yet. */
  readonly replyID: ReplyID | null;
};

const none: Draft = { text: '', replyID: null };

/** The draft of a lead; an empty one when there is none. */
export const draftOf = (store: Store, lead: number): Draft =>
  store
    .prepare<[number], Draft>(
      'drafts.get',
      'SELECT text, reply_id AS replyID FROM drafts WHERE lead = ?',
    )
    .get(lead) ?? none;

/** Keeps `draft` as the lead's draft; one without text removes it. The lead must exist. */
export const saveDraft = (store: Store, lead: number, draft: Draft, now: number): void => {
  if (draft.text === '') {
    store.prepare<[number]>('drafts.remove', 'DELETE FROM drafts WHERE lead = ?').run(lead);
    return;
  }
  store
    .prepare<[number, string, string | null, number]>(
      'drafts.save',
      `INSERT INTO drafts (lead, text, reply_id, saved_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (lead) DO UPDATE SET text = excluded.text, reply_id = excluded.reply_id,
         saved_at = excluded.saved_at`,
    )
    .run(lead, draft.text, draft.replyID, now);
};
