/**
 * Handles the keys of the actions. While typing only those work that type nothing, and in a dialog
 * none. A held key acts once, except for moving through the list.
 */
import { worksOn, type Action } from '../platform/actions.ts';
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
import { pressedKey } from '../platform/keyboard.ts';

/** The key closed the menu in which it was pressed. */
const isSpent = ({ target }: KeyboardEvent): boolean =>
  target instanceof Node && !target.isConnected;

const actionAt = (key: string, screen: string | null): Action<Stores> | undefined =>
  actions.find((action) => action.keys.includes(key) && worksOn(action, screen));

/** The first key of a pair. */
const isFirst = (key: string, screen: string | null): boolean =>
  actions.some(
    (action) => action.keys.some((each) => each.startsWith(`${key} `)) && worksOn(action, screen),
  );

/** Returns a function that stops listening. */
export const listenForKeys = (stores: Stores, page: Window): (() => void) => {
  const { chord, session } = stores;

  const pressed = (event: KeyboardEvent): void => {
    const key = pressedKey(event);
    if (key === null || event.isComposing) return;
    const { first } = chord.getState();
    if (event.repeat && key === first) return event.preventDefault();
    chord.getState().end();
    if (event.defaultPrevented || isInDialog(event.target) || isSpent(event)) return;
    const { screen } = session.getState();
    const types = isTyping(event.target);
    if (first !== null && !hasModifier(key) && !types) {
      // The second key of a pair has no other effect.
      event.preventDefault();
      if (!event.repeat) actionAt(`${first} ${key}`, screen)?.run(stores);
      return;
    }
    if (isHandledByFocus(key, event.target)) return;
    if (!types && isForComingMenu(key, stores)) return event.preventDefault();
    const action = actionAt(key, screen);
    if (action === undefined) {
      if (types || event.repeat || !isFirst(key, screen)) return;
      chord.getState().begin(key);
      return event.preventDefault();
    }
    if (!canRunInField(key, action, event.target)) {
      // On a page the first Escape leaves the field, the second one the page.
      const isLeft = key === 'Escape' && action.where === 'page';
      if (isLeft && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    // A held Alt+digit would start to type.
    const isAgain = event.repeat && action.isRepeated !== true;
    if (isAgain ? hasModifier(key) : action.run(stores) !== false) event.preventDefault();
  };
  const endChord = (): void => chord.getState().end();

  page.document.addEventListener('keydown', pressed);
  page.addEventListener('pointerdown', endChord, true);
  page.addEventListener('blur', endChord);
  return () => {
    page.document.removeEventListener('keydown', pressed);
    page.removeEventListener('pointerdown', endChord, true);
    page.removeEventListener('blur', endChord);
    endChord();
  };
};
