/** Saves the outcome of a poll and schedules the next one. */
import type { Changes } from '../../../../accounts/ingest/changes.ts';
import * as polls from '../../../../accounts/polls.ts';
import type { Poller, SyncDependencies } from '../../../../accounts/runtime.ts';
import type { MissingRecord } from '../intake.ts';
import type { LeadOutcome } from './lead-poll.ts';
import * as pace from '../../../../accounts/sync/pace.ts';

/** Failures that do not concern the polled lead. */
const accountFailures = new Set(['offline', 'rate_limited']);

/** Records that a conversation was read, in the transaction of its last page. `readTo`: null for to its end. */
export const recordRead = (
  dependencies: Pick<SyncDependencies, 'store' | 'clock' | 'random'> & {
    readonly accountID: string;
  },
  lead: number,
  readTo: number | null,
  changes: Changes,
): void => {
  const { store, clock, random, accountID } = dependencies;
  if (polls.findPoll(store, accountID, lead) === null) return;
  const { activityAt, isSettled, newestAt } = polls.readActivity(store, lead);
  const now = clock.now();
  const wait = pace.choosePollMs(now - activityAt, isSettled === 1, random);
  const isShown = polls.storeOutcome(store, lead, {
    nextAt: clock.steady() + wait,
    // A message dated in the future must not hide those written until then.
    readTo: readTo ?? Math.min(newestAt ?? 0, now),
    failures: 0,
    ...pace.noMisses,
  });
  if (isShown) changes.leads.add(lead);
};

/** Returns the wait until the next poll in milliseconds, or null when its time is unchanged. */
export const recordOutcome = (
  dependencies: Pick<SyncDependencies, 'store' | 'ingest' | 'clock' | 'random'> & {
    readonly accountID: string;
    readonly poller: Poller;
    readonly publishLead: (lead: number) => void;
  },
  lead: number,
  outcome: Exclude<LeadOutcome, { readonly state: 'found' }>,
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
    case 'missing': {
      const missed = pace.countMiss(before, now);
      if (pace.isMissing(missed)) {
        const { negotiationID } = before;
        const record: MissingRecord = { negotiationID, why: outcome.why, at: clock.now() };
        ingest.applyMissing(accountID, negotiationID, outcome.why, ({ leads }) => {
          if (leads.size > 0) poller.onFound('answer:missing', [record]);
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
