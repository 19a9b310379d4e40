/** Exporting what the list shows, or what is selected of it, in each form that there is. */
import { exportView } from '../leads/exporting.ts';
import { isNothing } from '../leads/selection-model.ts';
import type { Action } from './action.ts';

const toExport = (
  id: 'exportLeads' | 'exportMessages' | 'exportJSON',
  format: Parameters<typeof exportView>[1],
): Action => ({
  id,
  group: 'list',
  where: 'inbox',
  keys: [],
  title: (t, { selecting }) =>
    t(`fileWork.${isNothing(selecting.getState().selection) ? 'view' : 'selected'}.${id}`),
  isEnabled: ({ leads }) => leads.getState().length > 0,
  run: (stores) => {
    void exportView(stores, format);
    return true;
  },
});

export const exportActions: readonly Action[] = [
  toExport('exportLeads', 'leads'),
  toExport('exportMessages', 'messages'),
  toExport('exportJSON', 'json'),
];
