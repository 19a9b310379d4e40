/**
 * Wakes leads whose snooze is over: they become unread and need a reply again. The time is polled
 * and not awaited, because the computer's clock can be set and the computer can sleep.
 */
import type { Change } from '../../../contract/events.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { refreshLeads } from './inbox.ts';
import { setMarks } from './marks.ts';

const lookEveryMs = 10_000;
/** Leads per transaction. */
const atOnce = 100;

export type Waking = {
  /** Checks at once, after the computer woke up. */
  readonly look: () => void;
  readonly stop: () => void;
};

const due = (store: Store, now: number): readonly number[] =>
  store
    .prepare<[number, number], { lead: number }>(
      'waking.due',
      `SELECT lead FROM inbox WHERE snoozedUntil IS NOT NULL AND snoozedUntil <= ?
       ORDER BY snoozedUntil, lead LIMIT ?`,
    )
    .all(now, atOnce)
    .map(({ lead }) => lead);

/** Starts waking; errors are logged and retried at the next check. */
export const createWaking = ({
  store,
  clock,
  log,
  publish,
  back,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  /** Called after the commit with the leads that are back. */
  readonly back: (leads: readonly number[]) => void;
}): Waking => {
  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'snoozed leads could not be woken');
    schedule.in('wake', lookEveryMs, wake);
  });
  const wake = (): void => {
    const leads = due(store, clock.now());
    if (leads.length > 0) {
      store.write(() => {
        setMarks(store, leads, { snoozedUntil: null, read: false });
        refreshLeads(store, leads);
      });
      publish({ kinds: ['leads'], leadIDs: leads.map(leadIDOf) });
      back(leads);
    }
    schedule.in('wake', leads.length === atOnce ? 0 : lookEveryMs, wake);
  };
  schedule.in('wake', lookEveryMs, wake);
  return { look: () => schedule.now('wake', wake), stop: schedule.stop };
};
