/**
 * How well an account's service answers: online or not, the last contact and failure, and how long
 * to rest after failures that concern more than one lead. Kept in the accounts table, so that the
 * connection page knows it after a restart.
 */
import type { Failure } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import type { ConnectionReport } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Random } from '../random.ts';
import { accountByID, setProgress } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import { accountRestMs } from './pace.ts';

export type Health = {
  readonly succeeded: () => void;
  /** @param pausedUntil until when the service wants no requests, or null */
  readonly failed: (failure: Failure, pausedUntil: number | null) => void;
  /** Nothing is asked before this moment; `never` until the account is attached anew. */
  readonly restsUntil: () => number | 'never';
  /** Ends the rest, unless the grant is dead. */
  readonly wake: () => void;
  readonly report: () => Pick<ConnectionReport, 'online' | 'lastContactAt' | 'lastFailure'>;
};

const contactEveryMs = 60_000;
const storeRestMs = 60_000;

export const createHealth = (parts: {
  readonly store: Store;
  readonly accountID: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly publish: (change: Change) => void;
}): Health => {
  const { store, accountID, clock, random, publish } = parts;
  const before = accountByID(store, accountID);
  let online = true;
  let lastContactAt = before?.lastContactAt ?? null;
  let keptAt = lastContactAt ?? 0;
  let lastFailure = before?.lastFailure ?? null;
  let failures = 0;
  let restUntil = 0;
  let isDead = false;

  const keep = (): void => {
    keptAt = lastContactAt ?? 0;
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
        return accountRestMs(failures, random);
      default:
        // Without a status the service was not asked at all: there was no token.
        return failure.status === undefined && failure.code !== 'scope_missing' ? storeRestMs : 0;
    }
  };

  return {
    succeeded: () => {
      const isNews = !online || lastFailure !== null;
      online = true;
      failures = 0;
      lastFailure = null;
      lastContactAt = clock.now();
      if (isNews || Math.abs(lastContactAt - keptAt) >= contactEveryMs) keep();
    },
    failed: (failure, pausedUntil) => {
      failures += 1;
      const isNews = lastFailure?.code !== failure.code;
      online = failure.code !== 'offline' && failure.code !== 'timeout';
      lastFailure = failure;
      isDead ||= failure.code === 'reconnect_needed';
      const rest = restFor(failure);
      if (rest > 0) restUntil = Math.max(clock.now() + rest, pausedUntil ?? 0);
      if (isNews) keep();
    },
    restsUntil: () => (isDead ? 'never' : restUntil),
    wake: () => {
      restUntil = 0;
      failures = 0;
    },
    report: () => ({ online, lastContactAt, lastFailure }),
  };
};
