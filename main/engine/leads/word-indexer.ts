/**
 * Applies pending changes of the full-text index (search.ts) and merges the index, in slices. Until
 * then a search misses those words. Changes and the merge mode are stored, so the next start
 * continues.
 */
import type { Change } from '../../../contract/events.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import {
  applyPendingChanges,
  hasPendingChanges,
  setAutomaticMerge,
  mergeParts,
  isMergeAutomatic,
} from './search.ts';

/** Delay that lets changes accumulate. */
const afterMs = 250;
/** Shortest interval between two events for the window while indexing. */
const publishEveryMs = 2_000;
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

  /** An interrupted run leaves pending changes or unmerged pages. */
  const isBehind = (): boolean => hasPendingChanges(store) || !isMergeAutomatic(store);

  const indexPending = async (): Promise<void> => {
    let publishedAt = clock.steady();
    const publishLeads = (): void => {
      publishedAt = clock.steady();
      publish({ kinds: ['leads'], leadIDs: null });
    };
    // A commit with an automatic merge can take longer than a slice may.
    store.writeRepeatable(() => setAutomaticMerge(store, false));
    let isMergeNext = false;
    await slices.run((isOver) => {
      if (stopped) return false;
      if (isMergeNext || !hasPendingChanges(store)) {
        isMergeNext = false;
        return store.writeRepeatable(() => mergeParts(store, isOver)) || hasPendingChanges(store);
      }
      isMergeNext = true;
      store.writeRepeatable(() => applyPendingChanges(store, isOver));
      if (clock.steady() - publishedAt >= publishEveryMs) publishLeads();
      return true;
    });
    if (stopped) return;
    store.writeRepeatable(() => setAutomaticMerge(store, true));
    publishLeads();
  };

  const indexSoon = (ms: number): void => {
    if (isWaiting || stopped || !isBehind()) return;
    isWaiting = true;
    cancelTimer = clock.after(ms, () => {
      indexPending().then(
        () => void (isWaiting = false),
        (thrown: unknown) => {
          log.error({ err: thrown }, 'words could not be indexed');
          isWaiting = false;
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
