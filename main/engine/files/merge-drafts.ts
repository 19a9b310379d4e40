/** Merges drafts and unsent replies of a backup into drafts, each text once. Nothing is sent. */
import { prependReply } from '../../../contract/reply-text.ts';
import type { ReplyID } from '../../../contract/records.ts';
import { readDraft, saveDraft } from '../conversation/drafts.ts';
import type { Store } from '../platform/store/store.ts';

type UnsentText = {
  readonly lead: number;
  readonly text: string;
  readonly replyID: ReplyID | null;
  readonly at: number;
  /** 1 for a waiting or failed reply. */
  readonly waited: number;
};

/** Neither its id nor the same text was sent since ten minutes before it was written. */
const isUnsent = `NOT EXISTS (SELECT 1 FROM main.replies q WHERE q.reply_id = w.reply_id)
  AND NOT EXISTS (SELECT 1 FROM main.messages x WHERE x.lead = m.lead AND x.side = 'business'
    AND x.text = w.text AND x.sent_at >= w.at - 600000)`;

const listUnsent = (store: Store): readonly UnsentText[] =>
  store.db
    .prepare<[], UnsentText>(
      `SELECT m.lead, w.text, w.reply_id AS replyID, w.at, w.waited FROM (
         SELECT lead, text, reply_id, saved_at AS at, 0 AS waited FROM backup.drafts
         UNION ALL
         SELECT s.lead, s.text, r.reply_id, s.sent_at, 1 FROM backup.outbox o
         JOIN backup.messages s ON s.message = o.message
         LEFT JOIN backup.replies r ON r.message = o.message) w
       JOIN lead_map m ON m.was = w.lead
       WHERE ${isUnsent} ORDER BY m.lead, w.waited, w.at DESC`,
    )
    .all();

/** Returns the number of changed drafts, and of unsent replies that became part of one. */
export const mergeDrafts = (
  store: Store,
  now: number,
): { readonly drafts: number; readonly heldBack: number } => {
  const changed = new Set<number>();
  let heldBack = 0;
  for (const { lead, text, replyID, at, waited } of listUnsent(store)) {
    const here = readDraft(store, lead);
    if (here.text.includes(text)) continue;
    // Of two versions of the same draft, the local one wins.
    const isSame = waited === 0 && replyID !== null && replyID === here.replyID;
    if (isSame) continue;
    saveDraft(
      store,
      lead,
      {
        text: prependReply(text, here.text),
        replyID: here.replyID ?? (waited === 0 ? replyID : null),
      },
      Math.min(at, now),
    );
    changed.add(lead);
    heldBack += waited;
  }
  return { drafts: changed.size, heldBack };
};
