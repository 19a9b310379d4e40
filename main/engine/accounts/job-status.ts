/**
 * Sends job statuses to the marketplace after the undo window, until it accepts or refuses them.
 * Sending one twice is harmless.
 */
import type { ErrorCode } from '../../../contract/errors.ts';
import type { JobStatus, NotHiredReason } from '../../../contract/marks.ts';
import type { AccountID } from '../../../contract/records.ts';
import { backoff } from '../../clock/backoff.ts';
import { createSchedule } from '../../clock/schedule.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import { accountsWithPendingStatus, hasPendingStatus } from './job-status-rows.ts';
import { nextPendingStatus, settleStatus } from './job-status-rows.ts';
import type { PendingStatus, StatusOutcome, StatusState } from './job-status-rows.ts';
import type { AccountDependencies } from './runtime.ts';
import type { Service, ServiceJobStatus } from './service.ts';

/** A status undone within this time is never sent. */
const undoMs = 10_000;
const accountWaitMs = 60_000;
const failureWait = backoff({ first: 5_000, most: 15 * 60_000, jitter: 0.25 });

const permanentErrors: ReadonlySet<ErrorCode> = new Set([
  'rejected',
  'gone',
  'forbidden',
  'conflict',
  'scope_missing',
] as const);

/** The side that canceled the job; `other` can be either. */
const canceledBy: Readonly<Record<NotHiredReason, ServiceJobStatus | null>> = {
  someone_else: 'customer_cancel',
  too_expensive: 'customer_cancel',
  no_response: 'customer_cancel',
  not_a_fit: 'pro_cancel',
  other: null,
};

/** Null where the marketplace has no name. A quoted job counts as not scheduled there. */
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
  readonly wake: () => void;
  readonly stop: () => void;
};

export const createJobStatusReporter = (
  dependencies: Pick<AccountDependencies, 'store' | 'clock' | 'random' | 'log' | 'publish'> & {
    /** Null while the account is not connected, `none` where its service takes no job status. */
    readonly service: (accountID: AccountID) => Pick<Service, 'reportJobStatus'> | null | 'none';
  },
): JobStatusReporter => {
  const { store, service, clock, random, log, publish } = dependencies;
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
