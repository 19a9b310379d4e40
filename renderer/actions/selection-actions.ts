/** Selecting leads with the keyboard. */
import type { Action } from './action.ts';

const extend = (id: 'extendDown' | 'extendUp', keys: readonly string[], by: number): Action => ({
  id,
  group: 'list',
  where: 'inbox',
  keys,
  isRepeated: true,
  isOnlyKey: true,
  title: (t) => t(`actions:titles.${id}`),
  isEnabled: ({ leads }) => leads.getState().length > 0,
  run: ({ selecting }) => {
    selecting.getState().extend(by);
    if (document.activeElement instanceof HTMLButtonElement)
      document.getElementById('lead-list')?.focus();
  },
});

export const selectionActions: readonly Action[] = [
  {
    id: 'select',
    group: 'list',
    where: 'inbox',
    keys: ['x'],
    title: (t) => t('actions:titles.select'),
    isEnabled: ({ leads }) => leads.getState().selected !== null,
    run: ({ leads, selecting }) => {
      const { selected } = leads.getState();
      if (selected !== null) selecting.getState().toggle(selected);
      return selected !== null;
    },
  },
  extend('extendDown', ['Shift+j', 'Shift+ArrowDown'], 1),
  extend('extendUp', ['Shift+k', 'Shift+ArrowUp'], -1),
  {
    id: 'selectAll',
    group: 'list',
    where: 'inbox',
    keys: ['Mod+a'],
    title: (t) => t('actions:titles.selectAll'),
    isEnabled: ({ leads }) => leads.getState().length > 0,
    run: ({ leads, selecting }) => {
      if (leads.getState().length === 0) return false;
      void selecting.getState().selectMore();
    },
  },
];
