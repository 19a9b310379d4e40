/** Which list of what can be done is open over the window: the palette, or the sheet of keys. */
import { createStore, type StoreApi } from 'zustand/vanilla';

export type Commanding = { readonly shown: 'palette' | 'keys' | null };

export const createCommanding = (): StoreApi<Commanding> =>
  createStore<Commanding>()(() => ({ shown: null }));
