/** What an engine with an inbox of leads answers, at once or when the test lets it. */
import { act } from '@testing-library/react';
import type { LeadDetails, LeadID, LeadRow } from '../../../../contract/records.ts';
import { countsOf, id, lead, listOf, ok, said, type Handlers } from './samples.ts';

/** The answers about these leads; a test adds those that it is about. */
export const inboxOf = (
  rows: readonly LeadRow[],
  detailsOf: (leadID: LeadID) => Partial<LeadDetails> = () => ({}),
) =>
  ({
    'leads.list': () => ok(listOf(rows)),
    'views.counts': () =>
      ok({ counts: countsOf({ needs_reply: rows.length, all: rows.length }), businesses: [] }),
    'leads.get': ({ leadID }) =>
      ok({
        lead: lead(
          detailsOf(id(leadID)),
          rows.find((each) => each.leadID === leadID),
        ),
      }),
    'thread.page': () => ok({ messages: [said('m1')], earlier: null }),
    'thread.watch': () => ok({}),
    'leads.mark': () => ok({}),
    'leads.seen': () => ok({}),
    'drafts.save': () => ok({ sent: null }),
  }) satisfies Handlers;

/** Holds answers back while the test says so. */
export const holdAnswers = (isHeldAtFirst = true) => {
  const waiting: (() => void)[] = [];
  let isHeld = isHeldAtFirst;
  return {
    /** Is over when the answer may come. */
    inTime: async (): Promise<void> => {
      if (isHeld) await new Promise<void>((come) => waiting.push(come));
    },
    hold: (): void => void (isHeld = true),
    /** Those that wait come now, and all others at once. */
    release: (): Promise<void> =>
      act(async () => {
        isHeld = false;
        for (const come of waiting.splice(0)) come();
        await Promise.resolve();
      }),
  };
};
