/**
 * Removes the bodies of applied deliveries after 30 days. The row stays, because its key deduplicates late
 * repeats. Bodies that were not understood, or whose kind changes no lead, are kept: no other copy exists.
 */
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import type { Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { storedOnlyCondition } from './choose.ts';

const keptMs = 30 * 24 * 60 * 60_000;
const firstAfterMs = 5 * 60_000;
const againAfterMs = 6 * 60 * 60_000;
/** Bodies removed in one commit; a body has at most 256 KiB. */
const batch = 20;

/** Removes a batch of bodies older than `before`; returns whether there may be more. */
const removeBatch = (store: Store, before: number): boolean =>
  store.writeAgain(
    () =>
      store
        .prepare<[number, number]>(
          'deliveries.removeBodies',
          `UPDATE deliveries SET body = '' WHERE delivery IN
             (SELECT delivery FROM deliveries INDEXED BY deliveries_with_body
              WHERE state = 'applied' AND body <> '' AND received_at < ? AND NOT ${storedOnlyCondition}
              LIMIT ?)`,
        )
        .run(before, batch).changes === batch,
  );

/**
 * Starts the removal of old bodies, in slices.
 *
 * @returns stops it after the current slice
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
  const sweep = async (): Promise<void> => {
    schedule.in('bodies', againAfterMs, sweep);
    const before = clock.now() - keptMs;
    await slices.run((isOver) => {
      while (!stopped && removeBatch(store, before)) if (isOver()) return true;
      return false;
    });
  };
  schedule.in('bodies', firstAfterMs, sweep);
  return () => {
    stopped = true;
    schedule.stop();
  };
};
