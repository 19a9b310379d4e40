/**
 * Applies pending changes of the full-text index (search.ts) and merges the index, in slices after each commit. Until
 * then a search misses those words. Changes are stored, so the next start continues.
 */
import type { Change } from '../../../contract/events.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Slices } from '../platform/slices.ts';
import { isBusy } from '../platform/store/busy.ts';
import type { Store } from '../platform/store/store.ts';
import {
  applyPendingChanges,
  hasPendingChanges,
  mergeParts,
  stopAutomaticMerge,
} from './search.ts';

/** Delay that lets changes accumulate. */
const afterMs = 250;
/** Shortest interval between two events for the window while indexing. */
const publishEveryMs = 2_000;
/** Another program rarely keeps the write lock for longer. */
const busyMs = 1_000;
const retryAfterMs = 60_000;

/** Indexes after each commit; the returned function stops after the current slice. */
export const startIndexing = (dependencies: {
  readonly store: Store;
  readonly slices: Pick<Slices, 'run'>;
  readonly publish: (change: Change) => void;
  readonly clock: Clock;
  readonly log: Log;
}): (() => void) => {
  const { store, slices, publish, clock, log } = dependencies;
  let isWaiting = false;
  let stopped = false;
  let cancelTimer = (): void => undefined;

  const indexPending = async (): Promise<void> => {
    let hasIndexed = false;
    let publishedAt = clock.steady();
    const publishLeads = (): void => {
      publishedAt = clock.steady();
      publish({ kinds: ['leads'], leadIDs: null });
    };
    stopAutomaticMerge(store);
    let isMergeNext = false;
    await slices.run((isOver) => {
      if (stopped) return false;
      if (isMergeNext || !hasPendingChanges(store)) {
        isMergeNext = false;
        return store.writeRepeatable(() => mergeParts(store, isOver)) || hasPendingChanges(store);
      }
      isMergeNext = true;
      hasIndexed = true;
      store.writeRepeatable(() => applyPendingChanges(store, isOver));
      if (clock.steady() - publishedAt >= publishEveryMs) publishLeads();
      return true;
    });
    if (hasIndexed && !stopped) publishLeads();
  };

  const indexSoon = (ms: number): void => {
    if (isWaiting || stopped) return;
    isWaiting = true;
    cancelTimer = clock.after(ms, () => {
      indexPending().then(
        () => void (isWaiting = false),
        (thrown: unknown) => {
          isWaiting = false;
          if (isBusy(thrown)) return indexSoon(busyMs);
          log.error({ err: thrown }, 'words could not be indexed');
          indexSoon(retryAfterMs);
        },
      );
    });
  };

  store.onCommit(() => indexSoon(afterMs));
  indexSoon(afterMs);
  return () => {
    stopped = true;
    cancelTimer();
  };
};
