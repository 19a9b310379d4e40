/**
 * The keys that work anywhere in the inbox or on a page, each of them an action's. They are off while something is
 * being typed, and a key that is held acts once; only going through the list goes on.
 */
import type { Action } from '../actions/action.ts';
import { inboxActions } from '../actions/inbox-actions.ts';
import { pageActions } from '../actions/page-actions.ts';
import type { Screen } from '../state/session.ts';
import type { Stores } from '../state/stores.ts';

/** `#composer` is also what stands in its place where a lead cannot be answered. */
const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], dialog, #composer') !== null;

/** What the focus is on has a use of its own for these keys: it is pressed, or scrolled. */
const usedBy: Readonly<Record<string, string>> = {
  ' ': 'button, a, summary',
  Enter: 'button, a, summary',
  ArrowDown: '[role="log"], [role="menu"]',
  ArrowUp: '[role="log"], [role="menu"]',
};
const isUsed = ({ key, target }: KeyboardEvent): boolean => {
  const by = usedBy[key];
  return by !== undefined && target instanceof Element && target.closest(by) !== null;
};

const byKey = (actions: readonly Action[]): ReadonlyMap<string, Action> =>
  new Map(actions.flatMap((action) => action.keys.map((key) => [key, action] as const)));
const inInbox = byKey(inboxActions);
const onPage = byKey(pageActions);
const nowhere = byKey([]);

const actionsOn = (screen: Screen | null): ReadonlyMap<string, Action> =>
  screen === 'inbox'
    ? inInbox
    : screen === null || screen === 'welcome' || screen === 'connect'
      ? nowhere
      : onPage;

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
    if (isBusy(event) || isUsed(event) || isSpent(event)) return;
    const action = actionsOn(stores.session.getState().screen).get(nameOf(event));
    if (action === undefined) return;
    // Held on, Alt with a digit would begin to type.
    const isTyped = event.repeat && action.isRepeated !== true;
    if (isTyped ? event.altKey : action.run(stores)) event.preventDefault();
  };
  page.addEventListener('keydown', pressed);
  return () => page.removeEventListener('keydown', pressed);
};
