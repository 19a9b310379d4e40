/** The keys of each way to send, as they are printed on this computer’s keyboard. */
import type { SendWay } from '../thread/send-ways.ts';
import { isMac } from '../platform/keyboard.ts';

/** @param opensNext whether the shorter keys go on to the next lead (a setting) */
export const keysOfWay = (way: SendWay, opensNext: boolean): string => {
  if (way === 'archive') return isMac ? '⌥ Enter' : 'Alt+Enter';
  const isShort = (way === 'next') === opensNext;
  if (isMac) return isShort ? '⌘ Enter' : '⇧ ⌘ Enter';
  return isShort ? 'Ctrl+Enter' : 'Ctrl+Shift+Enter';
};
