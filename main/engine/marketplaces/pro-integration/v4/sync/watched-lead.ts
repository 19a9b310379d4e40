/** The lead on the screen, which is polled every few seconds. */
import type { Clock } from '../../../../../clock/clock.ts';
import { chooseWatchedMs } from '../../../../accounts/sync/pace.ts';

export const createWatchedLead = (clock: Clock) => {
  let watched: { readonly lead: number; readonly focused: boolean } | null = null;
  let dueAt = 0;
  return {
    /** @param lead null for none */
    watch: (lead: number | null, focused: boolean): void => {
      const isSame = watched?.lead === lead;
      watched = lead === null ? null : { lead, focused };
      const often = clock.steady() + chooseWatchedMs(focused);
      dueAt = isSame ? Math.min(dueAt, often) : 0;
    },
    findDue: (now: number): number | null =>
      watched !== null && dueAt <= now ? watched.lead : null,
    getDueAt: (): number | null => (watched === null ? null : dueAt),
    setDueAt: (at: number): void => void (dueAt = at),
    /** Plans the next poll after one of a lead, which may be another. @param atLeast milliseconds */
    planAfter: (lead: number, atLeast: number): void => {
      if (watched?.lead !== lead) return;
      dueAt = clock.steady() + Math.max(chooseWatchedMs(watched.focused), atLeast);
    },
  };
};
