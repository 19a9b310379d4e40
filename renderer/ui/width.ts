/** How much room there is: below 1,100 px the facts collapse, below 900 the panes take turns. */
import { useSyncExternalStore } from 'react';

export type Room = 'wide' | 'middle' | 'narrow';

const narrow = matchMedia('(max-width: 899px)');
const middle = matchMedia('(max-width: 1099px)');

const subscribe = (listener: () => void): (() => void) => {
  const lists = [narrow, middle];
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
};
const read = (): Room => (narrow.matches ? 'narrow' : middle.matches ? 'middle' : 'wide');

export const useRoom = (): Room => useSyncExternalStore(subscribe, read);
