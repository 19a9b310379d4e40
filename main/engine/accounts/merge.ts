/**
 * Makes one lead of two: what the professional did with the legacy lead, and what only it knows,
 * stands with the v4 lead, and the legacy one goes. Nothing is lost. Each kind of thing that a
 * professional can add to a lead is taken over by a function `take…` of its own, called by
 * `mergeLead`: a new kind gets one more, here.
 */
import { accountByID } from './rows.ts';
import { draftOf, saveDraft } from '../conversation/drafts.ts';
import { takeNotes } from '../conversation/notes.ts';
import { takePhones } from '../leads/lead-phones.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { mergeMarks } from '../leads/marks.ts';
import { customerActivityAt, toldAndRead } from '../leads/read-mark.ts';
import { putMovedLead, type LegacyLead } from './moves.ts';
import type { Store } from '../platform/store/store.ts';
import { takeMessages, type LeadOfAccount, type Taken } from './take-messages.ts';

/** The v4 lead, and up to when it had been read before matching took anything of it in. */
export type Target = LeadOfAccount & { readonly readAt: number };

const dayMs = 24 * 60 * 60_000;

const createdAt = (store: Store, lead: number): number =>
  store
    .prepare<[number], { at: number }>(
      'merge.createdAt',
      'SELECT created_at AS at FROM leads WHERE lead = ?',
    )
    .get(lead)?.at ?? 0;

/**
 * Whether a person has set the mark of the v4 lead. Ingest sets it too: at an answer of ours, and at
 * history that is older than a day when a sync takes it in (ingest/source.ts). The first sync does
 * so as soon as the account is connected; what came later is history only if the desktop was never
 * told of it.
 */
const isReadAtV4 = (store: Store, to: Target, taken: Taken, now: number): boolean => {
  const { readAt } = to;
  if (taken.pairedAnswersAt.includes(readAt)) return false;
  if (readAt > now - dayMs || readAt <= toldAndRead(store, to.lead).notifiedAt) return true;
  const connectedAt = accountByID(store, to.accountID)?.connectedAt ?? 0;
  return readAt > connectedAt - dayMs && readAt < connectedAt;
};

/**
 * Up to when the merged lead has been read. What was read at the legacy lead stays read, though v4
 * times the same things a little later; what was not stays unread, unless somebody has read or
 * answered it at v4. Who has marked it unread there did so last.
 */
const readAtOf = (
  store: Store,
  from: LeadOfAccount,
  to: Target,
  taken: Taken,
  now: number,
): number => {
  if (to.readAt === customerActivityAt(store, to.lead) - 1) return to.readAt;
  const { readAt } = toldAndRead(store, from.lead);
  const times = [readAt, ...taken.answeredAt];
  for (const { at, nowAt } of taken.paired) if (at <= readAt) times.push(nowAt);
  if (createdAt(store, from.lead) <= readAt) times.push(createdAt(store, to.lead));
  if (isReadAtV4(store, to, taken, now)) times.push(to.readAt);
  return Math.max(...times);
};

/** Two drafts become one: what was written for v4 first. */
const takeDraft = (store: Store, from: LeadOfAccount, to: LeadOfAccount, now: number): void => {
  const drafts = [draftOf(store, to.lead), draftOf(store, from.lead)].filter(
    ({ text }) => text !== '',
  );
  const text = [...new Set(drafts.map((draft) => draft.text))].join('\n\n');
  saveDraft(store, to.lead, { text, replyID: drafts[0]?.replyID ?? null }, now);
  saveDraft(store, from.lead, { text: '', replyID: null }, now);
};

/** The ids of replies stay taken: a late call under one of them means the reply that is here now. */
const takeReplies = (store: Store, from: LeadOfAccount, to: LeadOfAccount): void => {
  store
    .prepare<[number, number]>('merge.takeReplies', 'UPDATE replies SET lead = ? WHERE lead = ?')
    .run(to.lead, from.lead);
};

/**
 * Merges the lead `from` into the lead `to`, in one transaction. The number of `from` means `to` from
 * then on (move/merged-leads.ts).
 *
 * @param now UTC milliseconds
 */
export const mergeLead = (
  store: Store,
  from: LegacyLead & { readonly accountID: string },
  to: Target,
  now: number,
): void => {
  store.write(() => {
    const taken = takeMessages(store, from, to);
    mergeMarks(store, {
      from: from.lead,
      to: to.lead,
      readAt: readAtOf(store, from, to, taken, now),
      hasNews: taken.hasNews,
    });
    takeDraft(store, from, to, now);
    takeReplies(store, from, to);
    takePhones(store, from.lead, to.lead);
    takeNotes(store, from.lead, to.lead);
    putMovedLead(store, {
      was: from.lead,
      lead: to.lead,
      fromAccount: from.accountID,
      negotiationID: from.negotiationID,
      record: from.record,
      movedAt: now,
    });
    store
      .prepare<[number, number]>('merge.follow', 'UPDATE moved_leads SET lead = ? WHERE lead = ?')
      .run(to.lead, from.lead);
    store.prepare<[number]>('merge.dropLead', 'DELETE FROM leads WHERE lead = ?').run(from.lead);
    refreshInbox(store, to.lead);
  });
};
