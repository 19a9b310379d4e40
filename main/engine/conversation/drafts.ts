/**
 * Drafts, one for each lead, with the id of the reply that they become. Each save is one commit,
 * so that a crash loses none.
 */
import type { ReplyID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

export type Draft = {
  readonly text: string;
  /** Id of the reply; null for an older draft. */
  readonly replyID: ReplyID | null;
};

const none: Draft = { text: '', replyID: null };

/** Returns the draft of a lead; empty when there is none. */
export const draftOf = (store: Store, lead: number): Draft =>
  store
    .prepare<[number], Draft>(
      'drafts.get',
      'SELECT text, reply_id AS replyID FROM drafts WHERE lead = ?',
    )
    .get(lead) ?? none;

/** Stores a draft; an empty one is deleted. The lead must exist. */
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
