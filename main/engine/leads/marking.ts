/**
 * Sets the marks of a person, many in slices, so that other commands can run. A request without an
 * answer, because the engine stopped, can be repeated. Requests for the same lead run in order.
 */
import type { Change } from '../../../contract/events.ts';
import type { MarkName } from '../../../contract/marks.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Slices } from '../platform/slices.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { refreshMarked, shownAmong } from './inbox.ts';

/** Changes marks inside a transaction; returns the marks that may have changed. */
type SetMarks = (leads: readonly number[]) => readonly MarkName[];

/** Marks listed leads durably; false when the engine stops first. Rejects with SQLite's errors. */
export type Mark = (leads: readonly number[], set: SetMarks) => Promise<boolean>;

/** Leads between two checks of the time. */
const few = 25;

type Batch = { readonly leads: ReadonlySet<number>; readonly ended: Promise<void> };

/** Publishes once per request, after its last commit. */
export const createMarking = (dependencies: {
  readonly store: Store;
  readonly slices: Pick<Slices, 'runAsked'>;
  readonly clock: Clock;
  readonly publish: (change: Change) => void;
}): Mark => {
  const { store, slices, clock, publish } = dependencies;
  const underWay = new Set<Batch>();

  /** Skips leads that were merged or removed between two slices. */
  const markShown = (some: readonly number[], set: SetMarks): readonly number[] => {
    const leads = shownAmong(store, some);
    return refreshMarked(store, leads, set(leads));
  };

  const markMany = async (
    leads: readonly number[],
    set: SetMarks,
    changed: number[],
  ): Promise<boolean> => {
    // Leads in order share pages of the file, so a third less is written.
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
