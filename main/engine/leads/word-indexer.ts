/**
 * Takes over what was noted for the index of words (search.ts) and left by the transactions that made
 * it: a backlog, a first sync, a whole store that an earlier version of the app indexed otherwise. It does
 * so in slices beside the work, and merges in others what full text has written; what it has not come to
 * yet a search does not find. The notes stand in the store, and so does who merges, so that the next
 * start goes on where this one ended.
 */
import type { Change } from '../../../contract/events.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { followNotes, hasNotes, mergeByItself, mergeParts, mergesByItself } from './search.ts';

/** What comes in together is taken over together. */
const afterMs = 250;
/** While it takes over, the window is told at most this often that a search finds more. */
const tellEveryMs = 2_000;
/** After a failure. */
const againAfterMs = 60_000;

/**
 * Begins to take over whatever is noted and left from now on, and what was left before.
 *
 * @returns ends it; a slice that is under way is the last
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

  /** What ended in the middle has notes left, or the parts of full text to merge. */
  const isBehind = (): boolean => hasNotes(store) || !mergesByItself(store);

  const takeOver = async (): Promise<void> => {
    let toldAt = clock.steady();
    const tell = (): void => {
      toldAt = clock.steady();
      publish({ kinds: ['leads'], leadIDs: null });
    };
    // A commit in which full text merges by itself can take longer than a slice may.
    store.writeAgain(() => mergeByItself(store, false));
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
    store.writeAgain(() => mergeByItself(store, true));
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
