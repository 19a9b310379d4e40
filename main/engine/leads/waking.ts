/** Ends expired snoozes. The time is polled, because clocks can be set and computers can sleep. */
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

const due = (store: Store, now: number): readonly number[] =>
  store
    .prepare<[number, number], { lead: number }>(
      'waking.due',
      `SELECT lead FROM inbox WHERE snoozedUntil IS NOT NULL AND snoozedUntil <= ?
       ORDER BY snoozedUntil, lead LIMIT ?`,
    )
    .all(now, atOnce)
    .map(({ lead }) => lead);

/** Errors are logged, and the next check retries. */
export const createWaking = (dependencies: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  /** Called after the commit with the leads that are back. */
  readonly back: (leads: readonly number[]) => void;
}) => {
  const { store, clock, log, publish, back } = dependencies;
  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'snoozed leads could not be woken');
    schedule.in('wake', lookEveryMs, wake);
  });
  const wake = (): void => {
    const leads = due(store, clock.now());
    if (leads.length > 0) {
      // Every desktop of a team has this clock.
      store.changeAs('news', () =>
        store.write(() => {
          setMarks(store, leads, { snoozedUntil: null, read: false });
          refreshLeads(store, leads);
        }),
      );
      publish({ kinds: ['leads'], leadIDs: leads.map(leadIDOf) });
      back(leads);
    }
    schedule.in('wake', leads.length === atOnce ? 0 : lookEveryMs, wake);
  };
  schedule.in('wake', lookEveryMs, wake);
  /** `look` checks at once, after the computer woke up. */
  return { look: () => schedule.now('wake', wake), stop: schedule.stop };
};
