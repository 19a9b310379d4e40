/** Ignores the keys of a menu while it opens: they are meant for it, and its entries are not visible yet. */
import type { LeadStores } from './stores.ts';

const keys: readonly string[] = ['Enter', 'Space', 'ArrowDown', 'ArrowUp'];

/** @param key in the notation of actions */
export const isForComingMenu = (
  key: string,
  { session, selecting }: Pick<LeadStores, 'session' | 'selecting'>,
): boolean =>
  keys.includes(key) &&
  (session.getState().snoozingLead !== null || selecting.getState().openMenu === 'snooze');
