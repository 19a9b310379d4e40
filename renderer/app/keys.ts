/**
 * The keys that work anywhere in the inbox, each of them an action's. They are off while something is
 * being typed, and a key that is held acts once; only going through the list goes on.
 */
import type { Action } from '../actions/action.ts';
import { inboxActions } from '../actions/inbox-actions.ts';
import type { Stores } from '../state/stores.ts';

/** `#composer` is also what stands in its place where a lead cannot be answered. */
const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], dialog, #composer') !== null;

/** Space presses what has the focus, where that can be pressed. */
const presses = ({ key, target }: KeyboardEvent): boolean =>
  key === ' ' && target instanceof Element && target.closest('button, a, summary') !== null;

const actionOf: ReadonlyMap<string, Action> = new Map(
  inboxActions.flatMap((action) => action.keys.map((key) => [key, action] as const)),
);

/** Alt with a digit types nothing, so that it works in a field as well; only a dialog comes first. */
const isBusy = ({ target, altKey }: KeyboardEvent): boolean =>
  altKey ? target instanceof HTMLElement && target.closest('dialog') !== null : typing(target);

/** The key as actions name it: the digit as it is printed, whatever Alt makes of it. */
const nameOf = ({ key, code, altKey }: KeyboardEvent): string => {
  if (altKey) return `Alt+${/^Digit(\d)$/.exec(code)?.[1] ?? key}`;
  return key.length === 1 ? key.toLowerCase() : key;
};

/** It has closed what it was pressed in, a menu: that is all it was for. */
const isSpent = ({ target }: KeyboardEvent): boolean =>
  target instanceof Node && !target.isConnected;

/** Listens for the keys; the answer ends it. */
export const listenForKeys = (stores: Stores, page: Window): (() => void) => {
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (stores.session.getState().screen !== 'inbox' || isBusy(event)) return;
    if (presses(event) || isSpent(event)) return;
    const action = actionOf.get(nameOf(event));
    if (action === undefined) return;
    // Held on, Alt with a digit would begin to type.
    const isTyped = event.repeat && action.isRepeated !== true;
    if (isTyped ? event.altKey : action.run(stores)) event.preventDefault();
  };
  page.addEventListener('keydown', pressed);
  return () => page.removeEventListener('keydown', pressed);
};
