/** What can be done on a page beside the inbox. */
import { flushSync } from 'react-dom';
import type { Action } from './action.ts';

export const pageActions: readonly Action[] = [
  {
    id: 'backToInbox',
    group: 'go',
    where: 'page',
    keys: ['Escape', 'Alt+ArrowLeft'],
    title: (t) => t('actions:titles.backToInbox'),
    run: ({ session }) => {
      flushSync(() => session.getState().go('inbox'));
      document.getElementById('lead-list')?.focus();
      return true;
    },
  },
];
