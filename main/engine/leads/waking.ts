/** Ends expired snoozes. Time and time zone are polled, because clocks can be set and computers can sleep or travel. */
import type { Change } from '../../../contract/events.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { refreshLeads } from './inbox.ts';
import { setMarks } from './marks.ts';
import { detectSystemZone } from './reply-deadlines.ts';

const checkEveryMs = 10_000;
/** Leads per transaction. */
const maxAtOnce = 100;

const listDueLeads = (store: Store, now: number): readonly number[] =>
  store
    .prepare<[number, number], { lead: number }>(
      `SELECT lead FROM inbox WHERE snoozedUntil IS NOT NULL AND snoozedUntil <= ?
       ORDER BY snoozedUntil, lead LIMIT ?`,
    )
    .all(now, maxAtOnce)
    .map(({ lead }) => lead);

/** Errors are logged, and the next check retries. */
export const createWaking = (dependencies: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
  /** Called after the commit with the leads whose snooze ended. */
  readonly onWoken: (leads: readonly number[]) => void;
  readonly onZoneChange: () => void;
}) => {
  const { store, clock, log, publish, onWoken, onZoneChange } = dependencies;
  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'snoozed leads could not be woken');
    schedule.in('wake', checkEveryMs, wake);
  });
  const wake = (): void => {
    if (detectSystemZone()) onZoneChange();
    const leads = listDueLeads(store, clock.now());
    if (leads.length > 0) {
      // Every desktop of a team ends the snooze itself.
      store.changeAs('news', () =>
        store.write(() => {
          setMarks(store, leads, { snoozedUntil: null, read: false });
          refreshLeads(store, leads);
        }),
      );
      publish({ kinds: ['leads'], leadIDs: leads.map(toLeadID) });
      onWoken(leads);
    }
    schedule.in('wake', leads.length === maxAtOnce ? 0 : checkEveryMs, wake);
  };
  schedule.in('wake', checkEveryMs, wake);
  /** `wakeNow` checks immediately, after the computer woke up. */
  return { wakeNow: () => schedule.now('wake', wake), stop: schedule.stop };
};
