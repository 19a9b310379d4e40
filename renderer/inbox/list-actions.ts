/** Actions on the list: moving, selecting, searching, its order and its export. */
import { flushSync } from 'react-dom';
import type { Settings } from '../../contract/settings.ts';
import { exportView } from '../leads/exporting.ts';
import { isSelecting, createLeadAction } from '../leads/lead-actions.ts';
import type { Action } from '../platform/actions.ts';
import { getVisibleSettings } from '../platform/settings.ts';
import type { InboxStores } from './stores.ts';

type ListAction = Action<InboxStores>;

const onList = { group: 'list', where: 'inbox' } as const;
const hasLeads = ({ leads }: InboxStores): boolean => leads.getState().length > 0;

/** Closes the conversation and focuses an element that a narrow window renders only then. */
const leaveLead = ({ leads }: InboxStores, targetID: 'lead-list' | 'lead-search'): void => {
  flushSync(() => leads.getState().select(null));
  document.getElementById(targetID)?.focus();
};

/** Creates an action that moves through the list and takes the focus from a button, which Enter would press. */
const createStepAction = (
  id: 'nextLead' | 'previousLead' | 'extendDown' | 'extendUp',
  keys: readonly string[],
  by: number,
): ListAction => {
  const isExtending = id.startsWith('extend');
  return {
    ...onList,
    id,
    keys,
    isRepeated: true,
    ...(isExtending && { isOnlyKey: true }),
    title: (t) => t(`actions:titles.${id}`),
    isEnabled: hasLeads,
    run: ({ leads, selecting }) => {
      const { extend, endRange } = selecting.getState();
      if (isExtending) extend(by);
      else {
        endRange();
        leads.getState().move(by);
      }
      if (document.activeElement instanceof HTMLButtonElement)
        document.getElementById('lead-list')?.focus();
    },
  };
};

/** Creates an action that moves between the matches of a search in the open conversation. */
const createMatchAction = (
  id: 'nextMatch' | 'previousMatch',
  key: string,
  by: number,
): ListAction => ({
  ...onList,
  id,
  keys: [key],
  isRepeated: true,
  title: (t) => t(`actions:titles.${id}`),
  isEnabled: ({ leads }) => leads.getState().query !== '' && leads.getState().selected !== null,
  run: ({ leads, searching }) => {
    void searching.getState().step(by);
    return leads.getState().query !== '';
  },
});

/** Creates an action that sets the order of new leads in Needs reply, which is a setting. */
const createOrderAction = (id: string, newOrder: Settings['newOrder']): ListAction => {
  const isOrdered = ({ leads }: InboxStores): boolean => leads.getState().view === 'needs_reply';
  return {
    ...onList,
    id,
    keys: [],
    title: (t) => t(`list.order.${newOrder}`),
    isThere: isOrdered,
    isEnabled: isOrdered,
    isChosen: (stores) => getVisibleSettings(stores)?.newOrder === newOrder,
    run: ({ settings, toasts }) => {
      const report = (): void => {
        const { error } = settings.getState();
        if (error !== null) toasts.getState().show({ kind: 'failed', code: error.code });
      };
      void settings.getState().change({ newOrder }).then(report);
    },
  };
};

const createExportAction = (
  id: 'exportLeads' | 'exportMessages' | 'exportJSON',
  format: Parameters<typeof exportView>[1],
): ListAction => ({
  ...onList,
  id,
  keys: [],
  title: (t, stores) => t(`fileWork.${isSelecting(stores) ? 'selected' : 'view'}.${id}`),
  isEnabled: hasLeads,
  run: (stores) => void exportView(stores, format),
});

export const listActions: readonly ListAction[] = [
  createStepAction('nextLead', ['j', 'ArrowDown'], 1),
  createStepAction('previousLead', ['k', 'ArrowUp'], -1),
  {
    ...onList,
    id: 'newLeads',
    keys: ['.'],
    title: (t) => t('actions:titles.newLeads'),
    isEnabled: ({ arrivals }) => arrivals.getState().unseen.length > 0,
    run: ({ arrivals }) => {
      if (arrivals.getState().unseen.length === 0) return false;
      // The button for new leads disappears with the last one.
      document.getElementById('lead-list')?.focus();
      return arrivals.getState().goToFirst();
    },
  },
  {
    ...onList,
    id: 'search',
    menu: 'edit',
    keys: ['/', 'Mod+f'],
    isForFields: true,
    title: (t) => t('list.search'),
    run: (stores) => {
      // The selection covers the search field.
      flushSync(() => stores.selecting.getState().clear());
      const field = document.getElementById('lead-search');
      if (field === null) leaveLead(stores, 'lead-search');
      else if (field instanceof HTMLInputElement) {
        field.focus();
        field.select();
      }
    },
  },
  createMatchAction('nextMatch', 'F3', 1),
  createMatchAction('previousMatch', 'Shift+F3', -1),
  {
    ...onList,
    id: 'backToList',
    keys: ['Escape'],
    isOnlyKey: true,
    title: (t) => t('actions:titles.backToList'),
    run: (stores) => {
      if (isSelecting(stores)) return stores.selecting.getState().clear();
      const list = document.getElementById('lead-list');
      // A narrow window shows the list first.
      if (stores.leads.getState().query === '' || list === null) leaveLead(stores, 'lead-list');
      else {
        stores.searching.getState().leave();
        list.focus();
      }
    },
  },
  createLeadAction({
    id: 'select',
    group: 'list',
    keys: ['x'],
    title: (t) => t('actions:titles.select'),
    run: ({ selecting }, leadID) => selecting.getState().toggle(leadID),
  }),
  createStepAction('extendDown', ['Shift+j', 'Shift+ArrowDown'], 1),
  createStepAction('extendUp', ['Shift+k', 'Shift+ArrowUp'], -1),
  {
    ...onList,
    id: 'selectAll',
    keys: ['Mod+a'],
    title: (t) => t('actions:titles.selectAll'),
    isEnabled: hasLeads,
    run: (stores) => {
      if (!hasLeads(stores)) return false;
      void stores.selecting.getState().selectMore();
    },
  },
  createOrderAction('orderDue', 'due'),
  createOrderAction('orderNewest', 'newest'),
  createExportAction('exportLeads', 'leads'),
  createExportAction('exportMessages', 'messages'),
  createExportAction('exportJSON', 'json'),
];
