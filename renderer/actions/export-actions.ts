/** Exports of the shown list or the selected leads. */
import { exportView } from '../leads/exporting.ts';
import { isNothing } from '../leads/selection-model.ts';
import type { Action } from './action.ts';

const exportAction = (
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
  run: (stores) => void exportView(stores, format),
});

export const exportActions: readonly Action[] = [
  exportAction('exportLeads', 'leads'),
  exportAction('exportMessages', 'messages'),
  exportAction('exportJSON', 'json'),
];
