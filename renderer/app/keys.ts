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

/** Listens for the keys; the answer ends it. */
export const listenForKeys = (stores: Stores, page: Window): (() => void) => {
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (stores.session.getState().screen !== 'inbox' || typing(event.target)) return;
    if (presses(event)) return;
    const action = actionOf.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (action === undefined || (event.repeat && action.isRepeated !== true)) return;
    if (action.run(stores)) event.preventDefault();
  };
  page.addEventListener('keydown', pressed);
  return () => page.removeEventListener('keydown', pressed);
};
