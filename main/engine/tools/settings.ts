import { succeed } from '../../../contract/errors.ts';
import type { Clock } from '../../clock/clock.ts';
import type { EngineDependencies } from '../accounts/runtime.ts';
import { getBusinessTime } from '../leads/reply-deadlines.ts';
import { changeSettings, readSettings } from '../platform/settings.ts';
import type { Handlers } from '../platform/command/handler.ts';

type Dependencies = Pick<EngineDependencies, 'store' | 'publish'> & {
  readonly clock: Pick<Clock, 'now'>;
  /** Called when business hours or the order of new leads change: Needs reply is reordered. */
  readonly onOrderChange: () => void;
};

/** Handlers of `settings.*` and `hours.*`. */
export const createSettingsCommands = ({
  store,
  clock,
  publish,
  onOrderChange,
}: Dependencies): Handlers<'settings.get' | 'settings.change' | 'hours.nextOpening'> => ({
  'hours.nextOpening': () => succeed({ at: getBusinessTime(store).findNextOpening(clock.now()) }),
  'settings.get': () => succeed({ settings: readSettings(store) }),
  'settings.change': (change) => {
    const settings = changeSettings(store, change);
    publish({ kinds: ['settings'], leadIDs: [] });
    if (change.businessHours !== undefined || change.newOrder !== undefined) onOrderChange();
    return succeed({ settings });
  },
});
