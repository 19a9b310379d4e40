/**
 * The body of a delivery that is applied is part of the leads, and goes 30 days after it came. Its row
 * stays, and with it the key by which a late duplicate changes nothing. What was not understood keeps its
 * body for a newer app, and so do kinds that change no lead: nowhere else does what they said stand.
 */
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import type { Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { ofKeptKind } from './ingest/kinds.ts';

const keptMs = 30 * 24 * 60 * 60_000;
/** A start has better things to do. */
const firstAfterMs = 5 * 60_000;
const againAfterMs = 6 * 60 * 60_000;
/** So many bodies go in one commit: a body has 256 KiB at most, and most have one. */
const few = 20;

/** Removes a few bodies of before `before`; whether there may be more. */
const removeFew = (store: Store, before: number): boolean =>
  store.writeAgain(
    () =>
      store
        .prepare<[number, number]>(
          'deliveries.removeBodies',
          `UPDATE deliveries SET body = '' WHERE delivery IN
             (SELECT delivery FROM deliveries INDEXED BY deliveries_with_body
              WHERE state = 'applied' AND body <> '' AND received_at < ? AND NOT ${ofKeptKind}
              LIMIT ?)`,
        )
        .run(before, few).changes === few,
  );

/**
 * Begins to remove old bodies in slices beside the work.
 *
 * @returns ends it; a slice that is under way is the last
 */
export const removeOldBodies = (parts: {
  readonly store: Store;
  readonly slices: Pick<Slices, 'run'>;
  readonly clock: Clock;
  readonly log: Log;
}): (() => void) => {
  const { store, slices, clock, log } = parts;
  let stopped = false;
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'old bodies of deliveries could not be removed'),
  );
  const look = async (): Promise<void> => {
    schedule.in('bodies', againAfterMs, look);
    const before = clock.now() - keptMs;
    await slices.run((isOver) => {
      while (!stopped && removeFew(store, before)) if (isOver()) return true;
      return false;
    });
  };
  schedule.in('bodies', firstAfterMs, look);
  return () => {
    stopped = true;
    schedule.stop();
  };
};
