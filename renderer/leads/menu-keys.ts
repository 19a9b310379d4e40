/**
 * The keys that go through a menu, while it was asked for and is not there yet: they are meant for it, and
 * nobody has seen what they would choose. So they do nothing, and not what they do elsewhere.
 */
import type { LeadStores } from './stores.ts';

const keys: readonly string[] = ['Enter', 'Space', 'ArrowDown', 'ArrowUp'];

/** @param key as actions name it; the menu itself, once it is there, has the focus and asks nobody */
export const isForComingMenu = (
  key: string,
  { session, selecting }: Pick<LeadStores, 'session' | 'selecting'>,
): boolean =>
  keys.includes(key) &&
  (session.getState().snoozing !== null || selecting.getState().asking === 'snooze');
