import { isInDialog, isUsed, worksInField } from '../platform/key-reach.ts';
import { worksOn, type Action } from './action.ts';

/** The key that asks for an action on this screen with the focus there; null when none does. */
export const keyAt = (
  action: Action | undefined,
  screen: string | null,
  focused: EventTarget | null,
): string | null => {
  if (action === undefined || !worksOn(action, screen) || isInDialog(focused)) return null;
  const works = (key: string): boolean =>
    !isUsed(key, focused) && worksInField(key, action, focused);
  return action.keys.find(works) ?? null;
};
