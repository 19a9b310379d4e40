/** Saves the outcome of a poll and schedules the next one. */
import * as polls from '../../../../accounts/polls.ts';
import type { Poller, SyncDependencies } from '../../../../accounts/runtime.ts';
import type { MissingRecord } from '../intake.ts';
import type { LeadOutcome } from './lead-poll.ts';
import * as pace from '../../../../accounts/sync/pace.ts';

/** Failures that do not concern the polled lead. */
const accountFailures = new Set(['offline', 'rate_limited']);

/** Returns the wait until the next poll in milliseconds, or null when its time is unchanged. */
export const recordOutcome = (
  dependencies: Pick<SyncDependencies, 'store' | 'ingest' | 'clock' | 'random'> & {
    readonly accountID: string;
    readonly poller: Poller;
    readonly publishLead: (lead: number) => void;
  },
  lead: number,
  outcome: LeadOutcome,
): number | null => {
  const { store, ingest, clock, random, accountID, poller, publishLead } = dependencies;
  // Read now, because a delivery may have reset the misses meanwhile.
  const before = polls.findPoll(store, accountID, lead);
  if (before === null) return null;
  const now = clock.steady();
  const save = (wait: number, counts: Omit<polls.PollOutcome, 'nextAt'>): number => {
    if (polls.settlePoll(store, lead, { ...counts, nextAt: now + wait })) publishLead(lead);
    return wait;
  };
  switch (outcome.state) {
    case 'found': {
      const { activityAt, isSettled } = polls.readActivity(store, lead);
      const wait = pace.choosePollMs(clock.now() - activityAt, isSettled === 1, random);
      return save(wait, { readTo: outcome.readTo, failures: 0, ...pace.noMisses });
    }
    case 'missing': {
      const missed = pace.countMiss(before, now);
      if (pace.isMissing(missed)) {
        const { negotiationID } = before;
        const record: MissingRecord = { negotiationID, why: outcome.why, at: clock.now() };
        ingest.applyMissing(accountID, negotiationID, outcome.why, (isNew) => {
          if (isNew) poller.onFound('answer:missing', [record]);
        });
      }
      return save(pace.missedMs(missed.misses, random.fraction), { failures: 0, ...missed });
    }
    case 'failed': {
      const { code } = outcome.failure;
      if (accountFailures.has(code)) return null;
      const failures = before.failures + 1;
      // A token may be refused for one lead only: waiting longer spares main needless renewals.
      const waitMs = code === 'reconnect_needed' ? pace.suspicionMs : pace.leadRetryMs;
      const { misses, missedAt } = before;
      return save(waitMs(failures, random.fraction), { failures, misses, missedAt });
    }
  }
};
