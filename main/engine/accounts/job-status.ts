/** Sends job statuses to the marketplace after the undo window. Sending one twice is harmless. */
import type { ErrorCode } from '../../../contract/errors.ts';
import type { AccountID } from '../../../contract/records.ts';
import { createBackoff } from '../../clock/backoff.ts';
import { createSchedule } from '../../clock/schedule.ts';
import { toLeadID } from '../platform/store/ids.ts';
import { listAccountsWithPendingStatus, hasPendingStatus } from './job-status-rows.ts';
import { findPendingStatus, settleStatus } from './job-status-rows.ts';
import type { PendingStatus, StatusOutcome, StatusState } from './job-status-rows.ts';
import type { EngineDependencies, RunningAccount } from './runtime.ts';
import type { Service } from './service.ts';

/** A status undone within this time is never sent. */
const undoMs = 10_000;
const accountWaitMs = 60_000;
const failureWait = createBackoff({ first: 5_000, max: 15 * 60_000, jitter: 0.25 });

const permanentErrors: ReadonlySet<ErrorCode> = new Set([
  'rejected',
  'gone',
  'forbidden',
  'conflict',
  'scope_missing',
] as const);

type StatusAccount = Pick<RunningAccount, 'findJobStatusWord'> & {
  readonly service: Pick<Service, 'reportJobStatus'> | null;
};

export const createJobStatusReporter = (
  dependencies: EngineDependencies & {
    readonly findAccount: (accountID: AccountID) => StatusAccount | null;
  },
) => {
  const { store, findAccount, clock, random, log, publish } = dependencies;
  const failures = new Map<AccountID, number>();
  const restsUntil = new Map<AccountID, number>();
  let heldUntil = 0;
  let isStopped = false;
  const schedule = createSchedule(clock, (thrown) => {
    if (isStopped) return;
    log.error({ err: thrown }, 'a job status could not be sent');
    schedule.in('send', accountWaitMs, reportAll);
  });

  const settle = (pending: PendingStatus, state: StatusState, outcome?: StatusOutcome): void =>
    store.write(() => settleStatus(store, pending, state, outcome));

  /** Reports one status; false when the account must wait. */
  const report = async (accountID: AccountID, pending: PendingStatus): Promise<boolean> => {
    const target = findAccount(accountID);
    if (target === null) return false;
    const word = pending.status === undefined ? null : target.findJobStatusWord(pending.status);
    if (word === null) {
      settle(pending, 'kept');
      return true;
    }
    // Already reported. A lead that never had a status needs no reset.
    if (word === (pending.reported ?? (pending.status === null ? word : null))) {
      settle(pending, 'reported');
      return true;
    }
    if (target.service === null) {
      restsUntil.set(accountID, clock.steady() + accountWaitMs);
      return false;
    }
    const answer = await target.service.reportJobStatus(pending.negotiationID, word);
    if (isStopped) return false;
    if (answer.ok) {
      failures.delete(accountID);
      settle(pending, 'reported', { reported: word });
    } else if (permanentErrors.has(answer.error.code)) {
      settle(pending, 'refused', { reason: answer.error });
    } else {
      const count = (failures.get(accountID) ?? 0) + 1;
      failures.set(accountID, count);
      restsUntil.set(accountID, clock.steady() + failureWait(count, random.fraction));
      return false;
    }
    publish({ kinds: ['leads'], leadIDs: [toLeadID(pending.lead)] });
    return true;
  };

  const reportAll = async (): Promise<void> => {
    if (clock.steady() < heldUntil) {
      schedule.at('send', heldUntil, reportAll);
      return;
    }
    for (const accountID of listAccountsWithPendingStatus(store)) {
      while (!isStopped && clock.steady() >= Math.max(heldUntil, restsUntil.get(accountID) ?? 0)) {
        const pending = findPendingStatus(store, accountID);
        if (pending === null || !(await report(accountID, pending))) break;
      }
    }
    if (isStopped || !hasPendingStatus(store)) return;
    const rests = [heldUntil, ...restsUntil.values()].filter((at) => at > clock.steady());
    schedule.at('send', Math.min(clock.steady() + accountWaitMs, ...rests), reportAll);
  };

  const schedulePending = (): void => {
    if (!isStopped && schedule.getDueTime('send') === null && hasPendingStatus(store))
      schedule.in('send', undoMs, reportAll);
  };
  store.onCommit(schedulePending);
  schedulePending();

  return {
    /** Delays sending, because the professional may undo the change. */
    hold: () => void (heldUntil = clock.steady() + undoMs),
    wake: (): void => {
      restsUntil.clear();
      if (hasPendingStatus(store)) schedule.in('send', undoMs, reportAll);
    },
    stop: (): void => {
      isStopped = true;
      schedule.stop();
    },
  };
};
