/**
 * Saves the outcome of a poll and schedules the next one. A lead counts as missing only after several
 * refusals (`countMiss`).
 */
import type { Clock } from '../../../../clock/clock.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { Random } from '../../../platform/random.ts';
import * as polls from '../../polls.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { LeadOutcome } from './lead-poll.ts';
import * as pace from '../../sync/pace.ts';

/** Failures that do not concern the polled lead. */
const accountFailures = new Set(['offline', 'rate_limited']);

/**
 * Saves the outcome of a poll. Returns the wait until the next one in milliseconds, or null when its time
 * is unchanged.
 */
export const recordOutcome = (
  dependencies: {
    readonly store: Store;
    readonly ingest: Pick<Ingest, 'missing'>;
    readonly clock: Clock;
    readonly random: Random;
    readonly accountID: string;
    /** Called when the lead's inbox row changed. */
    readonly changed: (lead: number) => void;
  },
  lead: number,
  outcome: LeadOutcome,
): number | null => {
  const { store, ingest, clock, random, accountID, changed } = dependencies;
  // Read again: a delivery may have reset the misses meanwhile.
  const before = polls.pollOf(store, accountID, lead);
  if (before === null) return null;
  const now = clock.steady();
  const keep = (wait: number, settled: Omit<polls.PollOutcome, 'nextAt'>): number => {
    if (polls.settlePoll(store, lead, { ...settled, nextAt: now + wait })) changed(lead);
    return wait;
  };
  switch (outcome.state) {
    case 'found': {
      const { movedAt, isSettled } = polls.activityOf(store, lead);
      const { readTo } = outcome;
      return keep(pace.pollMs(clock.now() - movedAt, isSettled, random), {
        readTo,
        failures: 0,
        ...pace.noMisses,
      });
    }
    case 'missing': {
      const missed = pace.countMiss(before, now);
      if (pace.isMissing(missed)) ingest.missing(accountID, before.negotiationID, outcome.why);
      return keep(pace.missedMs(missed.misses, random.fraction), { failures: 0, ...missed });
    }
    case 'failed': {
      const { code } = outcome.failure;
      if (accountFailures.has(code)) return null;
      const failures = before.failures + 1;
      // One lead may be refused alone; main need not renew its token for that again and again.
      const waitMs = code === 'reconnect_needed' ? pace.suspicionMs : pace.leadRetryMs;
      const { misses, missedAt } = before;
      return keep(waitMs(failures, random.fraction), { failures, misses, missedAt });
    }
  }
};
