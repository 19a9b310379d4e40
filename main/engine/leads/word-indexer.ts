/**
 * Applies the notes of the full-text index (search.ts) that transactions left: a backlog, a first
 * sync, or a file that an earlier version indexed differently. It runs in slices, and merges the
 * index in others; until then a search misses those words. Notes and the merge mode are stored,
 * so that the next start continues.
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
/** Shortest interval between two notifications of the window while indexing. */
const tellEveryMs = 2_000;
/** Delay after a failure. */
const againAfterMs = 60_000;

/**
 * Starts indexing remaining and new notes.
 *
 * @returns stops it after the current slice
 */
export const keepIndexed = (parts: {
  readonly store: Store;
  readonly slices: Pick<Slices, 'run'>;
  readonly publish: (change: Change) => void;
  readonly clock: Clock;
  readonly log: Log;
}): (() => void) => {
  const { store, slices, publish, clock, log } = parts;
  let isWaiting = false;
  let stopped = false;
  let callOff = (): void => undefined;

  /** An interrupted run leaves notes or unmerged pages. */
  const isBehind = (): boolean => hasNotes(store) || !mergesAutomatically(store);

  const takeOver = async (): Promise<void> => {
    let toldAt = clock.steady();
    const tell = (): void => {
      toldAt = clock.steady();
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
      if (clock.steady() - toldAt >= tellEveryMs) tell();
      return true;
    });
    if (stopped) return;
    store.writeAgain(() => setAutomaticMerge(store, true));
    tell();
  };

  const look = (ms: number): void => {
    if (isWaiting || stopped || !isBehind()) return;
    isWaiting = true;
    callOff = clock.after(ms, () => {
      takeOver().then(
        () => {
          isWaiting = false;
        },
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
