/** Merges a lead into another one. Each kind of data that a lead can have needs a call here. */
import { findAccount } from './rows.ts';
import { readDraft, saveDraft } from '../conversation/drafts.ts';
import { moveNotes } from '../conversation/notes.ts';
import { moveRuleReplies } from '../conversation/rule-replies.ts';
import { copyPhones } from '../leads/lead-phones.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { mergeMarks } from '../leads/marks.ts';
import { readCustomerActivityAt, readNotifiedAndRead } from '../leads/read-mark.ts';
import { readCreatedAt } from './ingest/lead-facts.ts';
import { putMovedLead, type LegacyLead } from './moves.ts';
import type { Store } from '../platform/store/store.ts';
import { mergeMessages, type LeadOfAccount, type MergedMessages } from './merge-messages.ts';

export type Target = LeadOfAccount & { readonly readAt: number };

const dayMs = 24 * 60 * 60_000;

/**
 * True if a person read the target. Ingest sets the read time too: at business messages, and for
 * history older than a day (ingest/context.ts), for which no notification was shown.
 */
const isTargetRead = (store: Store, to: Target, merged: MergedMessages, now: number): boolean => {
  const { readAt } = to;
  if (merged.pairedAnswersAt.includes(readAt)) return false;
  if (readAt > now - dayMs || readAt <= readNotifiedAndRead(store, to.lead).notifiedAt) return true;
  const connectedAt = findAccount(store, to.accountID)?.connectedAt ?? 0;
  return readAt > connectedAt - dayMs && readAt < connectedAt;
};

/**
 * Computes the read time of the merged lead. Messages that were read in `from` stay read, although v4 dates
 * those of a legacy lead slightly later. Others stay unread unless they were read or answered in the target.
 * A target that was marked unread stays unread.
 */
const mergeReadAt = (
  store: Store,
  from: LeadOfAccount,
  to: Target,
  merged: MergedMessages,
  now: number,
): number => {
  if (to.readAt === readCustomerActivityAt(store, to.lead) - 1) return to.readAt;
  const { readAt } = readNotifiedAndRead(store, from.lead);
  const times = [readAt, ...merged.answeredAt];
  for (const { at, nowAt } of merged.paired) if (at <= readAt) times.push(nowAt);
  if ((readCreatedAt(store, from.lead) ?? 0) <= readAt)
    times.push(readCreatedAt(store, to.lead) ?? 0);
  if (isTargetRead(store, to, merged, now)) times.push(to.readAt);
  return Math.max(...times);
};

/** Joins both drafts, that of the remaining lead first. */
const mergeDrafts = (store: Store, from: LeadOfAccount, to: LeadOfAccount, now: number): void => {
  const drafts = [readDraft(store, to.lead), readDraft(store, from.lead)].filter(
    ({ text }) => text !== '',
  );
  const text = [...new Set(drafts.map((draft) => draft.text))].join('\n\n');
  saveDraft(store, to.lead, { text, replyID: drafts[0]?.replyID ?? null }, now);
  saveDraft(store, from.lead, { text: '', replyID: null }, now);
};

/** Merges `from` into `to`. Afterwards the number of `from` refers to `to` (tools/move/merged-leads.ts). */
export const mergeLead = (
  store: Store,
  from: LegacyLead & { readonly accountID: string },
  to: Target,
  now: number,
): void => {
  // Colleagues know the lead by the keys of `to`.
  store.changeAs('person', () =>
    store.write(() => {
      const merged = mergeMessages(store, from, to);
      mergeMarks(store, {
        from: from.lead,
        to: to.lead,
        readAt: mergeReadAt(store, from, to, merged, now),
        hasNews: merged.hasNews,
      });
      mergeDrafts(store, from, to, now);
      // Reply ids too: a repeated send under one of them must find its reply.
      for (const table of ['replies', 'team_mentions', 'team_activity']) {
        const sql = `UPDATE ${table} SET lead = ? WHERE lead = ?`;
        store.prepare<[number, number]>(sql).run(to.lead, from.lead);
      }
      copyPhones(store, from.lead, to.lead);
      moveNotes(store, from.lead, to.lead);
      moveRuleReplies(store, from.lead, to.lead);
      putMovedLead(store, from, to.lead, now);
      store
        .prepare<[number, number]>('UPDATE moved_leads SET lead = ? WHERE lead = ?')
        .run(to.lead, from.lead);
      store.prepare<[number]>('DELETE FROM leads WHERE lead = ?').run(from.lead);
      refreshInbox(store, to.lead);
    }),
  );
};
