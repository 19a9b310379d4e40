/**
 * Applies remaining notes of the full-text index (search.ts) and merges the index, in slices. Until
 * then a search misses those words. Notes and the merge mode are stored, so the next start
 * continues.
 */
import type { Change } from '../../../contract/events.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import {
  followNotes,
  hasNotes,
  setAutomaticMerge,
  mergeParts,
  mergesAutomatically,
} from './search.ts';

/** Delay that lets notes accumulate. */
const afterMs = 250;
/** Shortest interval between two events for the window while indexing. */
const publishEveryMs = 2_000;
const againAfterMs = 60_000;

/** The returned function stops it after the current slice. */
export const keepIndexed = (dependencies: {
  readonly store: Store;
  readonly slices: Pick<Slices, 'run'>;
  readonly publish: (change: Change) => void;
  readonly clock: Clock;
  readonly log: Log;
}): (() => void) => {
  const { store, slices, publish, clock, log } = dependencies;
  let isWaiting = false;
  let stopped = false;
  let callOff = (): void => undefined;

  /** An interrupted run leaves notes or unmerged pages. */
  const isBehind = (): boolean => hasNotes(store) || !mergesAutomatically(store);

  const indexNotes = async (): Promise<void> => {
    let publishedAt = clock.steady();
    const publishLeads = (): void => {
      publishedAt = clock.steady();
      publish({ kinds: ['leads'], leadIDs: null });
    };
    // A commit with an automatic merge can take longer than a slice may.
    store.writeAgain(() => setAutomaticMerge(store, false));
    let isMergeNext = false;
    await slices.run((isOver) => {
      if (stopped) return false;
      if (isMergeNext || !hasNotes(store)) {
        isMergeNext = false;
        return store.writeAgain(() => mergeParts(store, isOver)) || hasNotes(store);
      }
      isMergeNext = true;
      store.writeAgain(() => followNotes(store, isOver));
      if (clock.steady() - publishedAt >= publishEveryMs) publishLeads();
      return true;
    });
    if (stopped) return;
    store.writeAgain(() => setAutomaticMerge(store, true));
    publishLeads();
  };

  const look = (ms: number): void => {
    if (isWaiting || stopped || !isBehind()) return;
    isWaiting = true;
    callOff = clock.after(ms, () => {
      indexNotes().then(
        () => void (isWaiting = false),
        (thrown: unknown) => {
          log.error({ err: thrown }, 'words could not be indexed');
          isWaiting = false;
          look(againAfterMs);
        },
      );
    });
  };

  store.afterCommit(() => look(afterMs));
  look(afterMs);
  return () => {
    stopped = true;
    callOff();
  };
};
