/**
 * Tracks the state of an account's service, and pauses after failures that concern more than one
 * lead. A refused token only causes a pause: main decides whether a grant is dead.
 */
import type { Failure } from '../../../../contract/errors.ts';
import { countReadLeads } from '../polls.ts';
import { findAccount, setProgress } from '../rows.ts';
import type { SyncDependencies, SyncReport } from '../runtime.ts';
import type { Store } from '../../platform/store/store.ts';
import { accountRestMs, suspicionMs } from './pace.ts';

export type Health = {
  readonly recordSuccess: () => void;
  /** `pausedUntil`: end of a pause that the service requested, by `clock.steady()`. */
  readonly recordFailure: (failure: Failure, pausedUntil: number | null) => void;
  /** No request may be sent before this time of `clock.steady()`. */
  readonly getRestEnd: () => number;
  readonly wake: () => void;
  readonly report: () => Pick<SyncReport, 'online' | 'lastContactAt' | 'lastFailure'>;
};

/** Returns the report of an account that is not connected. */
export const readSyncReport = (store: Store, accountID: string): SyncReport => {
  const account = findAccount(store, accountID);
  const lastContactAt = account?.lastContactAt ?? null;
  const listsLeads = account?.listsLeads ?? null;
  return {
    online: false,
    lastContactAt,
    lastFailure: account?.lastFailure ?? null,
    polling: { lastAt: lastContactAt, nextAt: null, listsLeads, pausedUntil: null },
    backfill: { state: account?.backfill ?? 'waiting', leads: countReadLeads(store, accountID) },
  };
};

const contactEveryMs = 60_000;
const storeRestMs = 60_000;

/** A single one can come from a gateway, so the account stays online until the second in a row. */
const serviceFailures: ReadonlySet<Failure['code']> = new Set([
  'service_unavailable',
  'unexpected_answer',
]);
const failuresUntilOffline = 2;

export const createHealth = (
  dependencies: Pick<SyncDependencies, 'store' | 'clock' | 'random' | 'publish'>,
  accountID: string,
): Health => {
  const { store, clock, random, publish } = dependencies;
  const stored = findAccount(store, accountID);
  let isOnline = true;
  let lastContactAt = stored?.lastContactAt ?? null;
  let savedAt = -Infinity;
  let lastFailure = stored?.lastFailure ?? null;
  let failures = 0;
  let restUntil = 0;

  const save = (): void => {
    savedAt = clock.steady();
    store.write(() => setProgress(store, accountID, { lastContactAt, lastFailure }));
    publish({ kinds: ['connection'], leadIDs: [] });
  };

  const computeRest = (failure: Failure): number => {
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
    recordSuccess: () => {
      const hasChanged = !isOnline || lastFailure !== null;
      if (lastFailure?.code === 'reconnect_needed') restUntil = 0;
      isOnline = true;
      failures = 0;
      lastFailure = null;
      lastContactAt = clock.now();
      if (hasChanged || clock.steady() - savedAt >= contactEveryMs) save();
    },
    recordFailure: (failure, pausedUntil) => {
      const now = clock.steady();
      // Concurrent requests fail together and count once.
      if (now >= restUntil) failures += 1;
      const wasOnline = isOnline;
      isOnline =
        failure.code !== 'offline' &&
        failure.code !== 'timeout' &&
        !(serviceFailures.has(failure.code) && failures >= failuresUntilOffline);
      const hasChanged =
        lastFailure?.code !== failure.code ||
        lastFailure.status !== failure.status ||
        isOnline !== wasOnline;
      lastFailure = failure;
      const rest = computeRest(failure);
      if (rest > 0) restUntil = Math.max(now + rest, pausedUntil ?? 0);
      if (hasChanged) save();
    },
    getRestEnd: () => restUntil,
    wake: () => {
      restUntil = 0;
      failures = 0;
    },
    report: () => ({ online: isOnline, lastContactAt, lastFailure }),
  };
};
