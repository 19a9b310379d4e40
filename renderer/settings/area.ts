/** The settings page, and keys that change the text size. */
import { IconSettings } from '@tabler/icons-react';
import { textSizes } from '../../contract/limits.ts';
import type { Action } from '../platform/actions.ts';
import type { Area } from '../platform/area.ts';
import { getVisibleSettings } from '../platform/settings.ts';
import type { PlatformStores } from '../platform/stores.ts';
import { loadLazily } from '../ui/lazily.tsx';

/** Changes the text size by steps, within its limits. */
const changeTextSize =
  (steps: number) =>
  (stores: PlatformStores): void => {
    const now = getVisibleSettings(stores)?.textSize;
    if (now === undefined) return;
    const textSize = textSizes[textSizes.indexOf(now) + steps];
    if (textSize !== undefined) void stores.settings.getState().change({ textSize });
  };

/** The same keys as in browsers. */
const createTextSizeAction = (
  id: 'largerText' | 'smallerText' | 'usualText',
  keys: readonly string[],
  run: Action['run'],
): Action => ({
  id,
  group: 'app',
  where: 'always',
  keys,
  isForFields: true,
  title: (t) => t(`actions:titles.${id}`),
  run,
});

export const settings: Area = {
  screens: { settings: loadLazily(() => import('./settings-page.tsx'), 'SettingsPage') },
  page: { screen: 'settings', section: 'foot', icon: IconSettings, key: 'Mod+,', menu: 'file' },
  actions: [
    {
      id: 'searchSettings',
      group: 'app',
      where: 'page',
      keys: ['Mod+f'],
      isForFields: true,
      isOnlyKey: true,
      title: (t) => t('actions:titles.searchSettings'),
      isThere: ({ session }) => session.getState().screen === 'settings',
      run: () => {
        const field = document.getElementById('settings-search');
        if (!(field instanceof HTMLInputElement)) return false;
        field.select();
        return true;
      },
    },
    // Keyboards differ in whether a plus needs Shift.
    createTextSizeAction('largerText', ['Mod+Plus', 'Mod+=', 'Mod+Shift+Plus'], changeTextSize(1)),
    createTextSizeAction('smallerText', ['Mod+-'], changeTextSize(-1)),
    createTextSizeAction(
      'usualText',
      ['Mod+0'],
      (stores) => void stores.settings.getState().change({ textSize: 100 }),
    ),
  ],
};
