/** Which photo is shown large, over everything else; the picture itself is loaded when one is. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LeadID, MessageID } from '../../contract/records.ts';

/** A photo by where it stands in its lead. */
export type PhotoPlace = {
  readonly leadID: LeadID;
  /** Null for one of the request's own. */
  readonly messageID: MessageID | null;
  readonly index: number;
};

export type Viewer = {
  readonly shown: PhotoPlace | null;
  readonly show: (photo: PhotoPlace) => void;
  readonly close: () => void;
};

export const createViewer = (): StoreApi<Viewer> =>
  createStore<Viewer>()((set) => ({
    shown: null,
    show: (shown) => set({ shown }),
    close: () => set({ shown: null }),
  }));
