/**
 * Layout widths: below 1,240 px the facts cover the conversation, below 1,100 px the sidebar collapses, below
 * 900 px one pane is visible at a time.
 */
import { useSyncExternalStore } from 'react';

export type LayoutWidth = 'full' | 'wide' | 'middle' | 'narrow';

const narrow = matchMedia('(max-width: 899px)');
const middle = matchMedia('(max-width: 1099px)');
const wide = matchMedia('(max-width: 1239px)');

const subscribe = (listener: () => void): (() => void) => {
  const lists = [narrow, middle, wide];
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
};
const read = (): LayoutWidth =>
  narrow.matches ? 'narrow' : middle.matches ? 'middle' : wide.matches ? 'wide' : 'full';

export const useLayoutWidth = (): LayoutWidth => useSyncExternalStore(subscribe, read);
