/**
 * The keys that work anywhere in the inbox. They are off while something is being typed, and a key
 * that is held acts once; only going through the list goes on.
 */
import { flushSync } from 'react-dom';
import { markControlNames, markControls } from '../inbox/marks.ts';
import type { Stores } from '../state/stores.ts';

/** `#composer` is also what stands in its place where a lead cannot be answered. */
const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], dialog, #composer') !== null;

/** Goes to the list, also where it takes turns with the conversation and has to be drawn first. */
const leaveLead = ({ leads }: Stores, goTo: 'lead-list' | 'lead-search'): void => {
  flushSync(() => leads.getState().select(null));
  document.getElementById(goTo)?.focus();
};

const act = (stores: Stores, key: string): boolean => {
  const { leads, calling, conversation, marking } = stores;
  const { selected } = leads.getState();
  const row = conversation.getState().details?.row;
  const open = row !== undefined && row.leadID === selected ? row : null;
  switch (key) {
    case 'j':
      leads.getState().move(1);
      return true;
    case 'k':
      leads.getState().move(-1);
      return true;
    case 'r':
      if (selected !== null) calling.getState().call(selected);
      return selected !== null;
    case '/':
      if (document.getElementById('lead-search') === null) leaveLead(stores, 'lead-search');
      else document.getElementById('lead-search')?.focus();
      return true;
    case 'Escape':
      leaveLead(stores, 'lead-list');
      return true;
    default: {
      const mark = markControlNames.find((name) => markControls[name].key.toLowerCase() === key);
      if (mark !== undefined && open !== null) marking.toggle(mark, open);
      return mark !== undefined && open !== null;
    }
  }
};

/** Listens for the keys; the answer ends it. */
export const listenForKeys = (stores: Stores, page: Window): (() => void) => {
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (stores.session.getState().screen !== 'inbox' || typing(event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.repeat && key !== 'j' && key !== 'k') return;
    if (act(stores, key)) event.preventDefault();
  };
  page.addEventListener('keydown', pressed);
  return () => page.removeEventListener('keydown', pressed);
};
