/** Actions of the whole app: palette, key sheet, news and text size. */
import { flushSync } from 'react-dom';
import { textSizes } from '../../contract/limits.ts';
import type { OpenDialog } from '../platform/stores.ts';
import { getVisibleSettings } from '../platform/settings.ts';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';

/** Renders at once, so that its field takes the next keys. */
const openAction = (
  id: 'palette' | 'keys',
  properties: Pick<Action, 'keys' | 'isForFields' | 'isOnlyKey'>,
): Action => ({
  ...properties,
  id,
  group: 'app',
  where: 'everywhere',
  title: (t) => t(`commanding.${id}`),
  run: ({ openDialog }) => flushSync(() => openDialog.setState({ shown: id } satisfies OpenDialog)),
});

/** Changes the text size by steps, within its limits. */
const changeTextSize = (steps: number, stores: Stores): void => {
  const now = getVisibleSettings(stores)?.textSize;
  if (now === undefined) return;
  const next = textSizes[textSizes.indexOf(now) + steps];
  if (next !== undefined) void stores.settings.getState().change({ textSize: next });
};

/** The same keys as in browsers. */
const textSizeAction = (
  id: 'largerText' | 'smallerText' | 'usualText',
  keys: readonly string[],
  run: (stores: Stores) => void,
): Action => ({
  id,
  group: 'app',
  where: 'always',
  keys,
  isForFields: true,
  title: (t) => t(`actions:titles.${id}`),
  run,
});

export const appActions: readonly Action[] = [
  openAction('palette', { keys: ['Mod+k'], isForFields: true, isOnlyKey: true }),
  openAction('keys', { keys: ['?'] }),
  {
    id: 'whatsNew',
    group: 'app',
    where: 'everywhere',
    keys: [],
    title: (t) => t('actions:titles.whatsNew'),
    run: ({ news }) => news.setState({ isOpen: true }),
  },
  // Keyboards differ in whether a plus needs Shift.
  textSizeAction('largerText', ['Mod+Plus', 'Mod+=', 'Mod+Shift+Plus'], (s) =>
    changeTextSize(1, s),
  ),
  textSizeAction('smallerText', ['Mod+-'], (s) => changeTextSize(-1, s)),
  textSizeAction(
    'usualText',
    ['Mod+0'],
    (s) => void s.settings.getState().change({ textSize: 100 }),
  ),
];
