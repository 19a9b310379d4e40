/**
 * Tells the marketplace how far a job is, a while after the professional has said it and until it has
 * heard it: the table is the queue (job-status-rows.ts), so that a restart goes on where the last one
 * ended. Telling the same twice does no harm. What it refuses for good is not told again until
 * something else is said.
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
  accountsToTell,
  isAnyToTell,
  nextToTell,
  settleTelling,
  type Heard,
  type Settled,
  type Telling,
} from './job-status-rows.ts';
import type { Service, ToldJobStatus } from './service.ts';

/** Nobody is told what is undone within it. */
const undoMs = 10_000;
/** How long an account waits that nobody is connected to. */
const accountWaitMs = 60_000;
const failureWait = backoff({ first: 5_000, most: 15 * 60_000, jitter: 0.25 });

const forGood: ReadonlySet<ErrorCode> = new Set([
  ...(['rejected', 'gone', 'forbidden', 'conflict', 'scope_missing'] as const),
]);

/** Who gave the job up. `other` may be either of them. */
const whoCanceled: Readonly<Record<NotHiredReason, ToldJobStatus | null>> = {
  someone_else: 'customer_cancel',
  too_expensive: 'customer_cancel',
  no_response: 'customer_cancel',
  not_a_fit: 'pro_cancel',
  other: null,
};

/**
 * The marketplace's word for how far a job is; null where it has none. It knows nothing between a
 * request and an appointment, so that a quoted job is one without an appointment.
 */
export const wordFor = (status: JobStatus | null): ToldJobStatus | null => {
  switch (status?.status) {
    case undefined:
    case 'quoted':
      return 'not_scheduled';
    case 'hired':
      return 'appt_scheduled';
    case 'done':
      return 'job_complete';
    case 'not_hired':
      return status?.reason == null ? null : whoCanceled[status.reason];
  }
};

export type JobStatusTeller = {
  /** The professional is saying how far a job is, and may take it back: nothing is told for a while. */
  readonly hold: () => void;
  /** An account or the network is back: what waits may be told. */
  readonly wake: () => void;
  readonly stop: () => void;
};

/** Begins to tell what there is to tell, from now on. */
export const createJobStatusTeller = ({
  store,
  service,
  clock,
  random,
  log,
  publish,
}: {
  readonly store: Store;
  /** What an account's service can be asked; null while nobody is connected, `none` where it takes no job status. */
  readonly service: (accountID: AccountID) => Pick<Service, 'tellJobStatus'> | null | 'none';
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly publish: (change: Change) => void;
}): JobStatusTeller => {
  const failures = new Map<AccountID, number>();
  const restsUntil = new Map<AccountID, number>();
  let heldUntil = 0;
  let stopped = false;
  const schedule = createSchedule(clock, (thrown) => {
    if (stopped) return;
    log.error({ err: thrown }, 'a job status could not be told');
    schedule.in('tell', accountWaitMs, tellAll);
  });

  const settle = (telling: Telling, state: Settled, more?: Heard): void =>
    store.write(() => settleTelling(store, telling, state, more));

  /** False when the account is to rest. */
  const tell = async (accountID: AccountID, telling: Telling): Promise<boolean> => {
    const by = service(accountID);
    const word = wordFor(telling.status);
    if (by === 'none' || word === null) {
      settle(telling, 'kept');
      return true;
    }
    // Of a job of which nothing was said, there is nothing to take back.
    if (word === (telling.told ?? (telling.status === null ? 'not_scheduled' : null))) {
      settle(telling, 'told');
      return true;
    }
    if (by === null) {
      restsUntil.set(accountID, clock.steady() + accountWaitMs);
      return false;
    }
    const answer = await by.tellJobStatus(telling.negotiationID, word);
    if (stopped) return false;
    if (answer.ok) {
      failures.delete(accountID);
      settle(telling, 'told', { told: word });
    } else if (forGood.has(answer.error.code)) {
      settle(telling, 'refused', { reason: answer.error });
    } else {
      const count = (failures.get(accountID) ?? 0) + 1;
      failures.set(accountID, count);
      restsUntil.set(accountID, clock.steady() + failureWait(count, random.fraction));
      return false;
    }
    publish({ kinds: ['leads'], leadIDs: [leadIDOf(telling.lead)] });
    return true;
  };

  const tellAll = async (): Promise<void> => {
    if (clock.steady() < heldUntil) {
      schedule.at('tell', heldUntil, tellAll);
      return;
    }
    for (const accountID of accountsToTell(store)) {
      while (!stopped && clock.steady() >= Math.max(heldUntil, restsUntil.get(accountID) ?? 0)) {
        const telling = nextToTell(store, accountID);
        if (telling === null || !(await tell(accountID, telling))) break;
      }
    }
    if (stopped || !isAnyToTell(store)) return;
    const rests = [heldUntil, ...restsUntil.values()].filter((at) => at > clock.steady());
    schedule.at('tell', Math.min(clock.steady() + accountWaitMs, ...rests), tellAll);
  };

  const look = (): void => {
    if (!stopped && schedule.dueAt('tell') === null && isAnyToTell(store))
      schedule.in('tell', undoMs, tellAll);
  };
  store.afterCommit(look);
  look();

  return {
    hold: () => void (heldUntil = clock.steady() + undoMs),
    wake: () => {
      restsUntil.clear();
      if (isAnyToTell(store)) schedule.in('tell', undoMs, tellAll);
    },
    stop: () => {
      stopped = true;
      schedule.stop();
    },
  };
};
