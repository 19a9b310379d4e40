/** Handlers of an engine with an inbox of leads, whose answers can be delayed. */
import { act } from '@testing-library/react';
import type { LeadDetails, LeadID, LeadRow } from '../../../../contract/records.ts';
import { countsOf, id, lead, listOf, ok, messageLike, type Handlers } from './samples.ts';

/** Handlers for these leads; a test adds its own. */
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
    'thread.page': () => ok({ messages: [messageLike('m1')], earlier: null }),
    'thread.watch': () => ok({}),
    'leads.mark': () => ok({}),
    'leads.seen': () => ok({}),
    'drafts.save': () => ok({ sent: null }),
  }) satisfies Handlers;

/** Delays answers until the test releases them. */
export const holdAnswers = (isHeldAtFirst = true) => {
  const waiting: (() => void)[] = [];
  let isHeld = isHeldAtFirst;
  return {
    /** Resolves when the answer may be sent. */
    inTime: async (): Promise<void> => {
      if (isHeld) await new Promise<void>((come) => waiting.push(come));
    },
    hold: (): void => void (isHeld = true),
    /** Sends waiting answers now and all others at once. */
    release: (): Promise<void> =>
      act(async () => {
        isHeld = false;
        for (const come of waiting.splice(0)) come();
        await Promise.resolve();
      }),
  };
};
