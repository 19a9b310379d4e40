/** Drafts, one per lead. Each save is one commit, so that a crash loses none. */
import type { ReplyID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

export type Draft = {
  readonly text: string;
  /** The id under which it will be sent; null for a draft of an older version. */
  readonly replyID: ReplyID | null;
};

const noDraft: Draft = { text: '', replyID: null };

export const readDraft = (store: Store, lead: number): Draft => {
  const sql = 'SELECT text, reply_id AS replyID FROM drafts WHERE lead = ?';
  return store.prepare<[number], Draft>(sql).get(lead) ?? noDraft;
};

/** Stores a draft; an empty one is deleted. The lead must exist. */
export const saveDraft = (store: Store, lead: number, draft: Draft, now: number): void => {
  if (draft.text === '') {
    store.prepare<[number]>('DELETE FROM drafts WHERE lead = ?').run(lead);
    return;
  }
  const sql = `INSERT INTO drafts (lead, text, reply_id, saved_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (lead) DO UPDATE SET text = excluded.text, reply_id = excluded.reply_id,
      saved_at = excluded.saved_at`;
  store
    .prepare<[number, string, string | null, number]>(sql)
    .run(lead, draft.text, draft.replyID, now);
};
