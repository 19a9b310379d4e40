/** What can be done on a page beside the inbox, while nothing is being typed. */
import { flushSync } from 'react-dom';
import type { Action } from './action.ts';

export const pageActions: readonly Action[] = [
  {
    keys: ['Escape', 'Alt+ArrowLeft'],
    run: ({ session }) => {
      flushSync(() => session.getState().go('inbox'));
      document.getElementById('lead-list')?.focus();
      return true;
    },
  },
];
