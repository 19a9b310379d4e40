/**
 * Runs actions by their keys. While typing, only keys that type nothing work; in a dialog, none
 * do. A held key acts once, unless the action is repeatable.
 */
import { runAction, isAvailableOn, type Action } from '../platform/actions.ts';
import {
  hasModifier,
  isInDialog,
  isTyping,
  isHandledByFocus,
  canRunInField,
} from '../platform/key-reach.ts';
import { isForComingMenu } from '../leads/snooze-button.tsx';
import { actions } from './areas.ts';
import type { Stores } from './stores.ts';
import { getPressedKey } from '../platform/keyboard.ts';

/** True if the key closed the menu in which it was pressed. */
const hasClosedMenu = ({ target }: KeyboardEvent): boolean =>
  target instanceof Node && !target.isConnected;

const findAction = (key: string, screen: string | null): Action<Stores> | undefined =>
  actions.find((action) => action.keys.includes(key) && isAvailableOn(action, screen));

/** True if a pair of keys begins with this one. */
const canBeginPair = (key: string, screen: string | null): boolean =>
  actions.some(
    (action) =>
      action.keys.some((each) => each.startsWith(`${key} `)) && isAvailableOn(action, screen),
  );

/** Returns a function that stops listening. */
export const listenForKeys = (stores: Stores, page: Window): (() => void) => {
  const { chord, session } = stores;

  const handleKey = (event: KeyboardEvent): void => {
    const key = getPressedKey(event);
    if (key === null || event.isComposing) return;
    const { first } = chord.getState();
    if (event.repeat && key === first) return event.preventDefault();
    chord.getState().end();
    if (event.defaultPrevented || isInDialog(event.target) || hasClosedMenu(event)) return;
    const { screen } = session.getState();
    const isInField = isTyping(event.target);
    if (first !== null && !hasModifier(key) && !isInField) {
      // The second key of a pair has no other effect.
      event.preventDefault();
      const second = event.repeat ? undefined : findAction(`${first} ${key}`, screen);
      if (second !== undefined) runAction(second, stores);
      return;
    }
    if (isHandledByFocus(key, event.target)) return;
    if (!isInField && isForComingMenu(key, stores)) return event.preventDefault();
    const action = findAction(key, screen);
    if (action === undefined) {
      if (isInField || event.repeat || !canBeginPair(key, screen)) return;
      chord.getState().begin(key);
      return event.preventDefault();
    }
    if (!canRunInField(key, action, event.target)) {
      // The first Escape leaves the field, the second one the page or the lead.
      if (key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    // A held Alt+digit would type the digit; its default is prevented although nothing runs.
    const isIgnored = event.repeat && action.isRepeated !== true;
    if (isIgnored ? hasModifier(key) : runAction(action, stores)) event.preventDefault();
  };
  const endChord = (): void => chord.getState().end();

  const listening = new AbortController();
  const { signal } = listening;
  page.document.addEventListener('keydown', handleKey, { signal });
  page.addEventListener('pointerdown', endChord, { capture: true, signal });
  page.addEventListener('blur', endChord, { signal });
  return () => {
    listening.abort();
    endChord();
  };
};
