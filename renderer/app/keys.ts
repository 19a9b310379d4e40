/**
 * The keys of the window, each of them an action's. While something is being typed only those work that
 * type nothing, and under a dialog none. A key that is held acts once; only going through the list goes on.
 */
import { worksOn, type Action } from '../actions/action.ts';
import { isHeld, isInDialog, isTyping, isUsed, worksInField } from '../platform/key-reach.ts';
import { isForComingMenu } from '../leads/menu-keys.ts';
import { actions } from '../actions/registry.ts';
import type { Stores } from '../actions/stores.ts';
import { keyPressed } from '../platform/keyboard.ts';

/** It has closed what it was pressed in, a menu: that is all it was for. */
const isSpent = ({ target }: KeyboardEvent): boolean =>
  target instanceof Node && !target.isConnected;

const actionAt = (key: string, screen: string | null): Action | undefined =>
  actions.find((action) => action.keys.includes(key) && worksOn(action, screen));

/** Whether another key has to follow this one. */
const isFirst = (key: string, screen: string | null): boolean =>
  actions.some(
    (action) => action.keys.some((each) => each.startsWith(`${key} `)) && worksOn(action, screen),
  );

/** Listens for the keys; the answer ends it. */
export const listenForKeys = (stores: Stores, page: Window): (() => void) => {
  const { chord, session } = stores;

  const pressed = (event: KeyboardEvent): void => {
    const key = keyPressed(event);
    if (key === null || event.isComposing) return;
    const { first } = chord.getState();
    if (event.repeat && key === first) return event.preventDefault();
    chord.getState().end();
    if (event.defaultPrevented || isInDialog(event.target) || isSpent(event)) return;
    const { screen } = session.getState();
    const types = isTyping(event.target);
    if (first !== null && !isHeld(key) && !types) {
      // It was meant to go somewhere: what it does by itself is not wanted.
      event.preventDefault();
      if (!event.repeat) actionAt(`${first} ${key}`, screen)?.run(stores);
      return;
    }
    if (isUsed(key, event.target)) return;
    if (!types && isForComingMenu(key, stores)) return event.preventDefault();
    const action = actionAt(key, screen);
    if (action === undefined) {
      if (types || event.repeat || !isFirst(key, screen)) return;
      chord.getState().begin(key);
      return event.preventDefault();
    }
    if (!worksInField(key, action, event.target)) {
      // On a page the first press leaves the field, and the next one the page.
      const isLeft = key === 'Escape' && action.where === 'page';
      if (isLeft && event.target instanceof HTMLElement) event.target.blur();
      return;
    }
    // Held on, Alt with a digit would begin to type.
    const isAgain = event.repeat && action.isRepeated !== true;
    if (isAgain ? isHeld(key) : action.run(stores)) event.preventDefault();
  };
  const left = (): void => chord.getState().end();

  // A tooltip that Escape closes keeps the key from the window, and not from the document.
  page.document.addEventListener('keydown', pressed);
  page.addEventListener('pointerdown', left, true);
  page.addEventListener('blur', left);
  return () => {
    page.document.removeEventListener('keydown', pressed);
    page.removeEventListener('pointerdown', left, true);
    page.removeEventListener('blur', left);
    left();
  };
};
