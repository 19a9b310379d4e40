/**
 * Sends job statuses to the marketplace after the undo window, retrying until it accepts or refuses them.
 * The queue is a table (job-status-rows.ts) and survives restarts; sending the same status twice is
 * harmless.
 */
import type { Change } from '../../../contract/events.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { JobStatus, NotHiredReason } from '../../../contract/marks.ts';
import type { AccountID } from '../../../contract/records.ts';
import { backoff } from '../../clock/backoff.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import type { Random } from '../platform/random.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import {
  accountsWithPendingStatus,
  hasPendingStatus,
  nextPendingStatus,
  settleStatus,
  type StatusOutcome,
  type StatusState,
  type PendingStatus,
} from './job-status-rows.ts';
import type { Service, ServiceJobStatus } from './service.ts';

/** A status undone within this time is never sent. */
const undoMs = 10_000;
/** Wait of an account that is not connected. */
const accountWaitMs = 60_000;
const failureWait = backoff({ first: 5_000, most: 15 * 60_000, jitter: 0.25 });

const permanentErrors: ReadonlySet<ErrorCode> = new Set([
  ...(['rejected', 'gone', 'forbidden', 'conflict', 'scope_missing'] as const),
]);

/** Which side canceled the job; `other` can be either. */
const canceledBy: Readonly<Record<NotHiredReason, ServiceJobStatus | null>> = {
  someone_else: 'customer_cancel',
  too_expensive: 'customer_cancel',
  no_response: 'customer_cancel',
  not_a_fit: 'pro_cancel',
  other: null,
};

/**
 * The marketplace's name for a job status; null where it has none. It knows nothing between a request and
 * an appointment, so a quoted job is not scheduled.
 */
export const serviceStatusFor = (status: JobStatus | null): ServiceJobStatus | null => {
  switch (status?.status) {
    case undefined:
    case 'quoted':
      return 'not_scheduled';
    case 'hired':
      return 'appt_scheduled';
    case 'done':
      return 'job_complete';
    case 'not_hired':
      return status?.reason == null ? null : canceledBy[status.reason];
  }
};

export type JobStatusReporter = {
  /** Delays sending, because the professional may undo the change. */
  readonly hold: () => void;
  /** Call when an account or the network is back. */
  readonly wake: () => void;
  readonly stop: () => void;
};

/** Starts sending the queue. */
export const createJobStatusReporter = ({
  store,
  service,
  clock,
  random,
  log,
  publish,
}: {
  readonly store: Store;
  /** Null while the account is not connected, `none` where its service takes no job status. */
  readonly service: (accountID: AccountID) => Pick<Service, 'reportJobStatus'> | null | 'none';
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly publish: (change: Change) => void;
}): JobStatusReporter => {
  const failures = new Map<AccountID, number>();
  const restsUntil = new Map<AccountID, number>();
  let heldUntil = 0;
  let stopped = false;
  const schedule = createSchedule(clock, (thrown) => {
    if (stopped) return;
    log.error({ err: thrown }, 'a job status could not be sent');
    schedule.in('send', accountWaitMs, reportAll);
  });

  const settle = (pending: PendingStatus, state: StatusState, more?: StatusOutcome): void =>
    store.write(() => settleStatus(store, pending, state, more));

  /** Returns false when the account must wait. */
  const report = async (accountID: AccountID, pending: PendingStatus): Promise<boolean> => {
    const target = service(accountID);
    const status = serviceStatusFor(pending.status);
    if (target === 'none' || status === null) {
      settle(pending, 'kept');
      return true;
    }
    // A job without any status needs no reset.
    if (status === (pending.reported ?? (pending.status === null ? 'not_scheduled' : null))) {
      settle(pending, 'told');
      return true;
    }
    if (target === null) {
      restsUntil.set(accountID, clock.steady() + accountWaitMs);
      return false;
    }
    const answer = await target.reportJobStatus(pending.negotiationID, status);
    if (stopped) return false;
    if (answer.ok) {
      failures.delete(accountID);
      settle(pending, 'told', { reported: status });
    } else if (permanentErrors.has(answer.error.code)) {
      settle(pending, 'refused', { reason: answer.error });
    } else {
      const count = (failures.get(accountID) ?? 0) + 1;
      failures.set(accountID, count);
      restsUntil.set(accountID, clock.steady() + failureWait(count, random.fraction));
      return false;
    }
    publish({ kinds: ['leads'], leadIDs: [leadIDOf(pending.lead)] });
    return true;
  };

  const reportAll = async (): Promise<void> => {
    if (clock.steady() < heldUntil) {
      schedule.at('send', heldUntil, reportAll);
      return;
    }
    for (const accountID of accountsWithPendingStatus(store)) {
      while (!stopped && clock.steady() >= Math.max(heldUntil, restsUntil.get(accountID) ?? 0)) {
        const pending = nextPendingStatus(store, accountID);
        if (pending === null || !(await report(accountID, pending))) break;
      }
    }
    if (stopped || !hasPendingStatus(store)) return;
    const rests = [heldUntil, ...restsUntil.values()].filter((at) => at > clock.steady());
    schedule.at('send', Math.min(clock.steady() + accountWaitMs, ...rests), reportAll);
  };

  const schedulePending = (): void => {
    if (!stopped && schedule.dueAt('send') === null && hasPendingStatus(store))
      schedule.in('send', undoMs, reportAll);
  };
  store.afterCommit(schedulePending);
  schedulePending();

  return {
    hold: () => void (heldUntil = clock.steady() + undoMs),
    wake: () => {
      restsUntil.clear();
      if (hasPendingStatus(store)) schedule.in('send', undoMs, reportAll);
    },
    stop: () => {
      stopped = true;
      schedule.stop();
    },
  };
};
