/** Orders of new leads in Needs reply, which are a setting. */
import type { Settings } from '../../contract/settings.ts';
import { getVisibleSettings } from '../platform/settings.ts';
import type { Action } from './action.ts';

const orderAction = (id: string, newOrder: Settings['newOrder']): Action => ({
  id,
  group: 'list',
  where: 'inbox',
  keys: [],
  title: (t) => t(`list.order.${newOrder}`),
  isThere: ({ leads }) => leads.getState().view === 'needs_reply',
  isEnabled: ({ leads }) => leads.getState().view === 'needs_reply',
  isChosen: (stores) => getVisibleSettings(stores)?.newOrder === newOrder,
  run: ({ settings }) => void settings.getState().change({ newOrder }),
});

export const orderActions: readonly Action[] = [
  orderAction('orderDue', 'due'),
  orderAction('orderNewest', 'newest'),
];
