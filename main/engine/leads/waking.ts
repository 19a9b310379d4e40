/**
 * Wakes leads whose snooze is over: they are unread and need a reply again as if they had come now. The
 * moment is one of the computer's calendar, which can be set, and sleeps: so it is looked at again and
 * again, and not waited for.
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
/** So many are woken in one transaction. */
const atOnce = 100;

export type Waking = {
  /** Looks now: the computer was asleep. */
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

/** Begins to wake leads; what throws is logged, and tried at the next look. */
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
  /** Told of leads that are back, after the commit. */
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
