/**
 * Sets marks for the person here, many in slices so that other commands can run meanwhile. A request
 * that the stopping engine did not answer can be repeated. Requests for the same lead run in order.
 */
import type { Change } from '../../../contract/events.ts';
import type { MarkName } from '../../../contract/marks.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Slices } from '../platform/slices.ts';
import { isBusy } from '../platform/store/busy.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { refreshMarked, filterListed } from './inbox.ts';

/** Changes marks inside a transaction; returns the marks that may have changed. */
type SetMarks = (leads: readonly number[]) => readonly MarkName[];

/** Marks listed leads; false when the engine stops first. Rejects with SQLite's errors. */
export type Mark = (leads: readonly number[], set: SetMarks) => Promise<boolean>;

/** Leads between two checks of the time. */
const leadsPerCheck = 25;

type Request = { readonly leads: ReadonlySet<number>; readonly ended: Promise<void> };

/** Publishes once per request, after its last commit. */
export const createMarking = (dependencies: {
  readonly store: Store;
  readonly slices: Pick<Slices, 'runAsked'>;
  readonly clock: Clock;
  readonly publish: (change: Change) => void;
}): Mark => {
  const { store, slices, clock, publish } = dependencies;
  const running = new Set<Request>();

  /** Marks leads, except those that were merged or removed meanwhile; returns those whose row changed. */
  const markShown = (some: readonly number[], set: SetMarks): readonly number[] => {
    const leads = filterListed(store, some);
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
    const markRest = (): Promise<boolean> =>
      slices
        .runAsked((isOver) => {
          let next = marked;
          const refreshed = store.writeRepeatable(() => {
            const done: number[] = [];
            do {
              done.push(...markShown(inOrder.slice(next, next + leadsPerCheck), set));
              next += leadsPerCheck;
            } while (next < inOrder.length && !isOver());
            return done;
          });
          marked = next;
          changed.push(...refreshed);
          return marked < inOrder.length;
        }, 'writes')
        .catch(async (thrown: unknown) => {
          if (!isBusy(thrown)) throw thrown;
          // Waits for the lock outside of a slice, which would delay all others.
          await store.runWhenFree(clock, () => store.writeRepeatable(() => undefined));
          return markRest();
        });
    return markRest();
  };

  return async (leads, set) => {
    const earlier = [...running].filter((each) => leads.some((lead) => each.leads.has(lead)));
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const request: Request = { leads: new Set(leads), ended };
    const changed: number[] = [];
    running.add(request);
    try {
      if (earlier.length > 0) await Promise.all(earlier.map((other) => other.ended));
      if (leads.length > leadsPerCheck) return await markMany(leads, set, changed);
      changed.push(
        ...(await store.runWhenFree(clock, () => store.write(() => markShown(leads, set)))),
      );
      return true;
    } finally {
      running.delete(request);
      end();
      if (changed.length > 0) publish({ kinds: ['leads'], leadIDs: changed.map(toLeadID) });
    }
  };
};
