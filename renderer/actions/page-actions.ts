/** What can be done on a page beside the inbox. */
import { flushSync } from 'react-dom';
import type { Stores } from './stores.ts';
import type { Action } from './action.ts';

/** Back to the inbox, whose list has the keys. */
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
    run: (stores) => {
      leavePage(stores);
      return true;
    },
  },
];
