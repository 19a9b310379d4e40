/**
 * Removes the bodies of applied deliveries after 30 days. The row stays to deduplicate late
 * repeats. Bodies without another copy are kept: not understood, or of a kind that changes no lead.
 */
import { createSchedule } from '../../clock/schedule.ts';
import type { Slices } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import type { EngineDependencies } from './runtime.ts';

const maxAgeMs = 30 * 24 * 60 * 60_000;
const firstSweepMs = 5 * 60_000;
const sweepEveryMs = 6 * 60 * 60_000;
/** A body has at most 256 KiB. */
const maxPerCommit = 20;

const removeBatch = (store: Store, keptKinds: readonly string[], before: number): boolean =>
  store.writeRepeatable(() => {
    const isKept = keptKinds.map((kind) => `event_type GLOB '${kind}'`).join(' OR ');
    const sql = `UPDATE deliveries SET body = '' WHERE delivery IN
      (SELECT delivery FROM deliveries INDEXED BY deliveries_with_body
       WHERE state = 'applied' AND body <> '' AND received_at < ? AND NOT (${isKept})
       LIMIT ?)`;
    const removal = store.prepare<[number, number]>(sql);
    return removal.run(before, maxPerCommit).changes === maxPerCommit;
  });

/** Removes old bodies regularly, in slices. The returned function stops it. */
export const removeOldBodies = (
  dependencies: Pick<EngineDependencies, 'store' | 'clock' | 'log'> & {
    readonly slices: Pick<Slices, 'run'>;
    readonly storedOnlyKinds: readonly string[];
  },
): (() => void) => {
  const { store, slices, clock, log, storedOnlyKinds } = dependencies;
  let isStopped = false;
  const schedule = createSchedule(clock, (thrown) =>
    log.error({ err: thrown }, 'old bodies of deliveries could not be removed'),
  );
  const sweep = async (): Promise<void> => {
    schedule.in('bodies', sweepEveryMs, sweep);
    const before = clock.now() - maxAgeMs;
    await slices.run((isOver) => {
      while (!isStopped && removeBatch(store, storedOnlyKinds, before)) if (isOver()) return true;
      return false;
    });
  };
  schedule.in('bodies', firstSweepMs, sweep);
  return () => {
    isStopped = true;
    schedule.stop();
  };
};
