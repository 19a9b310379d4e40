/**
 * What follows from an answer about a lead: when it is its turn again, and whether the service still
 * has it. One refusal says nothing yet; see `countMiss` for how many do.
 */
import type { Clock } from '../../../../clock/clock.ts';
import type { Ingest } from '../../ingest/ingest.ts';
import type { Random } from '../../../platform/random.ts';
import * as polls from '../../polls.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { LeadOutcome } from './lead-poll.ts';
import * as pace from '../../sync/pace.ts';

/** Failures that say nothing about the lead that was asked about. */
const concernsAccount = new Set(['offline', 'rate_limited']);

/**
 * Keeps what came of a question about a lead. Gives how long the lead waits for its next turn, in
 * milliseconds; null when its turn stays as it was.
 */
export const settleLead = (
  dependencies: {
    readonly store: Store;
    readonly ingest: Pick<Ingest, 'missing'>;
    readonly clock: Clock;
    readonly random: Random;
    readonly accountID: string;
    /** Told when the lead's row of the inbox changed. */
    readonly changed: (lead: number) => void;
  },
  lead: number,
  outcome: LeadOutcome,
): number | null => {
  const { store, ingest, clock, random, accountID, changed } = dependencies;
  // What was heard of the lead meanwhile counts.
  const before = polls.pollOf(store, accountID, lead);
  if (before === null) return null;
  const now = clock.steady();
  const keep = (wait: number, settled: Omit<polls.Settled, 'nextAt'>): number => {
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
      if (concernsAccount.has(code)) return null;
      const failures = before.failures + 1;
      // One lead may be refused alone; main need not renew its token for that again and again.
      const waitMs = code === 'reconnect_needed' ? pace.suspicionMs : pace.leadRetryMs;
      const { misses, missedAt } = before;
      return keep(waitMs(failures, random.fraction), { failures, misses, missedAt });
    }
  }
};
