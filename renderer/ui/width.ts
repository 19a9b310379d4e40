/**
 * Layout widths: below 1,240 px the facts cover the conversation, below 1,100 px the sidebar collapses, below
 * 900 px one pane is visible at a time.
 */
import { useSyncExternalStore } from 'react';

export type LayoutWidth = 'full' | 'wide' | 'middle' | 'narrow';

const names = ['narrow', 'middle', 'wide'] as const;
const widths = { narrow: 899, middle: 1099, wide: 1239 };
const query = (name: keyof typeof widths): MediaQueryList =>
  matchMedia(`(max-width: ${widths[name]}px)`);

const subscribe = (listener: () => void): (() => void) => {
  const queries = names.map(query);
  for (const each of queries) each.addEventListener('change', listener);
  return () => {
    for (const each of queries) each.removeEventListener('change', listener);
  };
};
export const readLayoutWidth = (): LayoutWidth =>
  names.find((name) => query(name).matches) ?? 'full';

export const useLayoutWidth = (): LayoutWidth => useSyncExternalStore(subscribe, readLayoutWidth);
