/** What concerns the whole app: the lists of what can be done. */
import { flushSync } from 'react-dom';
import { textSizes } from '../../contract/limits.ts';
import type { Commanding } from '../platform/commanding.ts';
import { settingsShown } from '../platform/settings.ts';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';

/** Opens at once: what is typed next is for its field. */
const toOpen = (
  id: 'palette' | 'keys',
  given: Pick<Action, 'keys' | 'isForFields' | 'isOnlyKey'>,
): Action => ({
  ...given,
  id,
  group: 'app',
  where: 'everywhere',
  title: (t) => t(`commanding.${id}`),
  run: ({ commanding }) => {
    flushSync(() => commanding.setState({ shown: id } satisfies Commanding));
    return true;
  },
});

/** What is chosen next, a step up or down from what is shown now; the same where there is none further. */
const textSizeBy = (steps: number, stores: Stores): void => {
  const now = settingsShown(stores)?.textSize;
  if (now === undefined) return;
  const next = textSizes[textSizes.indexOf(now) + steps];
  if (next !== undefined) void stores.settings.getState().change({ textSize: next });
};

/** Given as main gives it to the whole window: the keys that browsers have for it. */
const toTextSize = (
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
  run: (stores) => {
    run(stores);
    return true;
  },
});

export const appActions: readonly Action[] = [
  toOpen('palette', { keys: ['Mod+k'], isForFields: true, isOnlyKey: true }),
  toOpen('keys', { keys: ['?'] }),
  {
    id: 'whatsNew',
    group: 'app',
    where: 'everywhere',
    keys: [],
    title: (t) => t('actions:titles.whatsNew'),
    run: ({ news }) => {
      news.setState({ isOpen: true });
      return true;
    },
  },
  // A plus stands beside Shift on some keyboards, and by itself on others.
  toTextSize('largerText', ['Mod+Plus', 'Mod+=', 'Mod+Shift+Plus'], (s) => textSizeBy(1, s)),
  toTextSize('smallerText', ['Mod+-'], (s) => textSizeBy(-1, s)),
  toTextSize('usualText', ['Mod+0'], (s) => void s.settings.getState().change({ textSize: 100 })),
];
