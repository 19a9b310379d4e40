/** Actions on pages besides the inbox. */
import { flushSync } from 'react-dom';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';

/** Returns to the inbox and focuses its list. */
const leavePage = ({ session }: Stores): void => {
  flushSync(() => session.getState().go('inbox'));
  document.getElementById('lead-list')?.focus();
};

export const pageActions: readonly Action[] = [
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
  {
    id: 'backToInbox',
    group: 'go',
    where: 'page',
    keys: ['Escape', 'Alt+ArrowLeft'],
    title: (t) => t('actions:titles.backToInbox'),
    run: leavePage,
  },
];
