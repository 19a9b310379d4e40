import type { Clock } from '../../clock/clock.ts';
import { succeed } from '../../../contract/errors.ts';
import type { EngineDependencies } from '../accounts/runtime.ts';
import { currentBusinessTime } from '../leads/reply-deadlines.ts';
import { changeSettings, settingsNow } from '../platform/settings.ts';
import type { Handlers } from '../platform/command/handler.ts';

type Dependencies = Pick<EngineDependencies, 'store' | 'publish'> & {
  readonly clock: Pick<Clock, 'now'>;
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
