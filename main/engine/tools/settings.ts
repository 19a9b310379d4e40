import type { Clock } from '../../clock/clock.ts';
import type { Change } from '../../../contract/events.ts';
import { succeed } from '../../../contract/errors.ts';
import { currentBusinessTime } from '../leads/reply-deadlines.ts';
import { changeSettings, settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import type { Handlers } from '../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly publish: (change: Change) => void;
  /** Called when business hours or the order of new leads change, which reorders Needs reply. */
  readonly orderChanged: () => void;
};

/** Handlers of `settings.*` and `hours.*`. */
export const settingsCommands = ({
  store,
  clock,
  publish,
  orderChanged,
}: Dependencies): Handlers<'settings.get' | 'settings.change' | 'hours.nextOpening'> => ({
  'hours.nextOpening': () =>
    succeed({ at: currentBusinessTime(store).opensAfterDayOf(clock.now()) }),
  'settings.get': () => succeed({ settings: settingsNow(store) }),
  'settings.change': (change) => {
    const settings = changeSettings(store, change);
    publish({ kinds: ['settings'], leadIDs: [] });
    if (change.businessHours !== undefined || change.newOrder !== undefined) orderChanged();
    return succeed({ settings });
  },
});
