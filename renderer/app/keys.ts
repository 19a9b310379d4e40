/** The keys that work anywhere in the inbox. They are off while something is being typed. */
import type { Stores } from '../state/stores.ts';

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

const act = (stores: Stores, key: string): boolean => {
  const { leads, conversation, session, marking } = stores;
  const row = conversation.getState().details?.row;
  const open = row !== undefined && row.leadID === leads.getState().selected ? row : null;
  switch (key) {
    case 'j':
      leads.getState().move(1);
      return true;
    case 'k':
      leads.getState().move(-1);
      return true;
    case 'r':
      if (open !== null) session.getState().callComposer();
      return open !== null;
    case 'e':
      if (open !== null) marking.archive(open);
      return open !== null;
    case 's':
      if (open !== null) marking.star(open);
      return open !== null;
    case 'u':
      if (open !== null) marking.toggleRead(open);
      return open !== null;
    case '/':
      document.getElementById('lead-search')?.focus();
      return true;
    case 'Escape':
      leads.getState().select(null);
      document.getElementById('lead-list')?.focus();
      return true;
    default:
      return false;
  }
};

/** Listens for the keys; the answer ends it. */
export const listenForKeys = (stores: Stores, page: Window): (() => void) => {
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (stores.session.getState().screen !== 'inbox' || typing(event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (act(stores, key)) event.preventDefault();
  };
  page.addEventListener('keydown', pressed);
  return () => page.removeEventListener('keydown', pressed);
};
