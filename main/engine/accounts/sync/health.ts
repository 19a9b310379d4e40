/**
 * Tracks the health of an account's service: online state, last contact, last failure, and the pause after
 * failures that concern more than one lead. Stored, so that it survives a restart. A refused token only
 * causes a pause: main decides whether a grant is dead and then detaches the account.
 */
import type { Failure } from '../../../../contract/errors.ts';
import type { Change } from '../../../../contract/events.ts';
import type { ConnectionReport } from '../../../../contract/accounts.ts';
import type { Clock } from '../../../clock/clock.ts';
import type { Random } from '../../platform/random.ts';
import { accountByID, setProgress } from '../rows.ts';
import type { Store } from '../../platform/store/store.ts';
import { accountRestMs, suspicionMs } from './pace.ts';

export type Health = {
  readonly succeeded: () => void;
  /** @param pausedUntil end of a pause that the service demands, by `clock.steady()`; null for none */
  readonly failed: (failure: Failure, pausedUntil: number | null) => void;
  /** No request may be sent before this time of `clock.steady()`. */
  readonly restsUntil: () => number;
  /** Ends the pause. */
  readonly wake: () => void;
  readonly report: () => Pick<ConnectionReport, 'online' | 'lastContactAt' | 'lastFailure'>;
};

const contactEveryMs = 60_000;
const storeRestMs = 60_000;

/** Failures of the service itself; a single one can come from a gateway and is ignored. */
const ownFailures: ReadonlySet<Failure['code']> = new Set([
  'service_unavailable',
  'unexpected_answer',
]);
const mostOwnFailures = 2;

export const createHealth = (dependencies: {
  readonly store: Store;
  readonly accountID: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly publish: (change: Change) => void;
}): Health => {
  const { store, accountID, clock, random, publish } = dependencies;
  const before = accountByID(store, accountID);
  let online = true;
  let lastContactAt = before?.lastContactAt ?? null;
  let savedAt = -Infinity;
  let lastFailure = before?.lastFailure ?? null;
  let failures = 0;
  let restUntil = 0;

  const save = (): void => {
    savedAt = clock.steady();
    store.write(() => setProgress(store, accountID, { lastContactAt, lastFailure }));
    publish({ kinds: ['connection'], leadIDs: [] });
  };

  const restFor = (failure: Failure): number => {
    switch (failure.code) {
      case 'offline':
      case 'timeout':
      case 'rate_limited':
      case 'service_unavailable':
      case 'unexpected_answer':
        return accountRestMs(failures, random.fraction);
      case 'reconnect_needed':
        return suspicionMs(failures, random.fraction);
      default:
        // Without a status no request was sent: there was no token.
        return failure.status === undefined && failure.code !== 'scope_missing' ? storeRestMs : 0;
    }
  };

  return {
    succeeded: () => {
      const hasChanged = !online || lastFailure !== null;
      if (lastFailure?.code === 'reconnect_needed') restUntil = 0;
      online = true;
      failures = 0;
      lastFailure = null;
      lastContactAt = clock.now();
      if (hasChanged || clock.steady() - savedAt >= contactEveryMs) save();
    },
    failed: (failure, pausedUntil) => {
      const now = clock.steady();
      // Concurrent requests fail together and count once.
      if (now >= restUntil) failures += 1;
      const wasOnline = online;
      online =
        failure.code !== 'offline' &&
        failure.code !== 'timeout' &&
        !(ownFailures.has(failure.code) && failures >= mostOwnFailures);
      const hasChanged = lastFailure?.code !== failure.code || online !== wasOnline;
      lastFailure = failure;
      const rest = restFor(failure);
      if (rest > 0) restUntil = Math.max(now + rest, pausedUntil ?? 0);
      if (hasChanged) save();
    },
    restsUntil: () => restUntil,
    wake: () => {
      restUntil = 0;
      failures = 0;
    },
    report: () => ({ online, lastContactAt, lastFailure }),
  };
};
