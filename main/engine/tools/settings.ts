/** The professional's settings. */
import type { Change } from '../../../contract/events.ts';
import { succeed } from '../../../contract/errors.ts';
import { changeSettings, settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import type { Handlers } from '../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  readonly publish: (change: Change) => void;
  /** The business hours are others: what follows from them is worked out again. */
  readonly hoursChanged: () => void;
};

/** Handlers of `settings.*`. */
export const settingsCommands = ({
  store,
  publish,
  hoursChanged,
}: Dependencies): Handlers<'settings.get' | 'settings.change'> => ({
  'settings.get': () => succeed({ settings: settingsNow(store) }),
  'settings.change': (change) => {
    const settings = changeSettings(store, change);
    publish({ kinds: ['settings'], leadIDs: [] });
    if (change.businessHours !== undefined) hoursChanged();
    return succeed({ settings });
  },
});
