/**
 * Marks leads as a person asks for it. A few are marked at once. Many are marked in slices
 * (platform/slices.ts), so that no other command waits for all of them; who asked is answered after the
 * last. What ends the engine in between leaves some marked and nobody told that all were: marking them
 * again is harmless. The marks of a lead are set in the order in which they were asked for. A few wait, as
 * any command does, for another program that writes to the database.
 */
import type { Change } from '../../../contract/events.ts';
import type { MarkName } from '../../../contract/marks.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Slices } from '../platform/slices.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { refreshMarked, shownAmong } from './inbox.ts';

/** Changes marks of leads, in the transaction in which it is called, and says which it may have changed. */
type SetMarks = (leads: readonly number[]) => readonly MarkName[];

/**
 * Has `set` change the marks of those of the leads that stand in a list, durably; resolves to false when the
 * engine stopped before all were marked, and rejects with what SQLite throws.
 */
export type Mark = (leads: readonly number[], set: SetMarks) => Promise<boolean>;

/** So many leads are marked at once; of many, so many between two looks at the time. */
const few = 25;

type Batch = { readonly leads: ReadonlySet<number>; readonly ended: Promise<void> };

/**
 * Makes the one place where a person's marks are set.
 *
 * @param publish told once for each time which leads' rows have changed, after the last commit
 */
export const createMarking = ({
  store,
  slices,
  clock,
  publish,
}: {
  readonly store: Store;
  readonly slices: Pick<Slices, 'runAsked'>;
  readonly clock: Clock;
  readonly publish: (change: Change) => void;
}): Mark => {
  const underWay = new Set<Batch>();

  /** What was merged or removed between two slices has no row, and is passed over. */
  const markShown = (some: readonly number[], set: SetMarks): readonly number[] => {
    const leads = shownAmong(store, some);
    return refreshMarked(store, leads, set(leads));
  };

  const markMany = async (
    leads: readonly number[],
    set: SetMarks,
    changed: number[],
  ): Promise<boolean> => {
    // Neighbors share pages of the file: in their order a third less is written.
    const inOrder = leads.toSorted((one, other) => one - other);
    let marked = 0;
    return slices.runAsked((isOver) => {
      const now = store.writeAgain(() => {
        const done: number[] = [];
        do {
          done.push(...markShown(inOrder.slice(marked, marked + few), set));
          marked += few;
        } while (marked < inOrder.length && !isOver());
        return done;
      });
      changed.push(...now);
      return marked < inOrder.length;
    }, 'writes');
  };

  return async (leads, set) => {
    const earlier = [...underWay].filter((batch) => leads.some((lead) => batch.leads.has(lead)));
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const batch: Batch = { leads: new Set(leads), ended };
    const changed: number[] = [];
    underWay.add(batch);
    try {
      if (earlier.length > 0) await Promise.all(earlier.map((other) => other.ended));
      if (leads.length > few) return await markMany(leads, set, changed);
      const now = await store.untilFree(clock, () => store.write(() => markShown(leads, set)));
      changed.push(...now);
      return true;
    } finally {
      underWay.delete(batch);
      end();
      if (changed.length > 0) publish({ kinds: ['leads'], leadIDs: changed.map(leadIDOf) });
    }
  };
};
