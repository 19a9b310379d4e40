/** Reorders Needs reply after a change of business hours or of the order of new leads. */
import { z } from 'zod';
import type { Change } from '../../../contract/events.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import { readSetting, storeSetting } from '../platform/settings.ts';
import type { Slice, Slices } from '../platform/slices.ts';
import { isBusy } from '../platform/store/busy.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { refreshLeads } from './inbox.ts';
import { buildOrderKey } from './reply-deadlines.ts';

const appliedKey = 'replyTimes.hours';
/** Rows between two checks of the time. */
const leadsPerCheck = 25;
const retryMs = 10_000;

const listWaiting = (store: Store): readonly number[] =>
  store
    .prepare<[], { lead: number }>('SELECT lead FROM inbox WHERE needs_reply = 1')
    .all()
    .map(({ lead }) => lead);

/** Rejects with errors of SQLite. */
export const applyOrderChange = async (
  store: Store,
  slices: Pick<Slices, 'run'>,
  publish: (change: Change) => void,
): Promise<void> => {
  const key = buildOrderKey(store);
  if (readSetting(store, appliedKey, z.string()) === key) return;
  // The order can change back before all rows have this one.
  store.writeRepeatable(() => storeSetting(store, appliedKey, ''));
  const leads = listWaiting(store);
  const changed: number[] = [];
  let done = 0;
  const reorderRest: Slice = (isOver) => {
    changed.push(
      ...store.writeRepeatable(() => {
        const refreshed: number[] = [];
        do {
          refreshed.push(...refreshLeads(store, leads.slice(done, done + leadsPerCheck)));
          done += leadsPerCheck;
        } while (done < leads.length && !isOver());
        return refreshed;
      }),
    );
    return done < leads.length;
  };
  const isWhole = await slices.run(reorderRest).finally(() => {
    if (changed.length > 0) publish({ kinds: ['leads'], leadIDs: changed.map(toLeadID) });
  });
  if (isWhole && buildOrderKey(store) === key)
    store.writeRepeatable(() => storeSetting(store, appliedKey, key));
};

/** `reorder` applies a change of the order if there is one, and retries while another program locks the database. */
export const createReordering = (dependencies: {
  readonly store: Store;
  readonly slices: Pick<Slices, 'run'>;
  readonly publish: (change: Change) => void;
  readonly clock: Clock;
  readonly log: Log;
}) => {
  const { store, slices, publish, clock, log } = dependencies;
  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'leads could not be reordered');
    if (isBusy(thrown)) schedule.in('reorder', retryMs, apply);
  });
  const apply = (): Promise<void> => applyOrderChange(store, slices, publish);
  return { reorder: () => schedule.now('reorder', apply), stop: schedule.stop };
};
