/**
 * Sets marks at the request of a person. Many leads are marked in slices (platform/slices.ts), so
 * that other commands can run, and the caller is answered after the last one. If the engine ends
 * in between, the caller gets no answer and can safely retry. Marks of one lead are set in the
 * order of the requests. A few leads at once wait for a busy database as any command does.
 */
import type { Change } from '../../../contract/events.ts';
import type { MarkName } from '../../../contract/marks.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Slices } from '../platform/slices.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { refreshMarked, shownAmong } from './inbox.ts';

/** Changes marks in the current transaction; returns the marks that may have changed. */
type SetMarks = (leads: readonly number[]) => readonly MarkName[];

/**
 * Marks the leads that are listed, durably. Resolves to false when the engine stopped before all
 * were marked; rejects with what SQLite throws.
 */
export type Mark = (leads: readonly number[], set: SetMarks) => Promise<boolean>;

/** Leads that are marked at once; of many leads, between two checks of the time. */
const few = 25;

type Batch = { readonly leads: ReadonlySet<number>; readonly ended: Promise<void> };

/**
 * All marks of a person are set here.
 *
 * @param publish called once per request, after the last commit, with the leads whose rows
 * changed
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
    // Leads in order of number share pages of the file, so a third less is written.
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
