/** The keys of each way to send, as printed on this computer's keyboard. */
import { isMac } from '../platform/keyboard.ts';

/** After sending: stay, open the next lead, or archive and open the next. */
export type SendWay = 'stay' | 'next' | 'archive';

/** The key that sends, or saves. */
export const sendKey = isMac ? '⌘ Enter' : 'Ctrl+Enter';

/** @param opensNext true if the shorter keys open the next lead (a setting) */
export const formatSendKeys = (way: SendWay, opensNext: boolean): string => {
  if (way === 'archive') return isMac ? '⌥ Enter' : 'Alt+Enter';
  const isShort = (way === 'next') === opensNext;
  if (isShort) return sendKey;
  return isMac ? '⇧ ⌘ Enter' : 'Ctrl+Shift+Enter';
};
