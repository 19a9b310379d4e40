/** The photo that is open in the viewer. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LeadID, MessageID } from '../../contract/records.ts';

export type PhotoPlace = {
  readonly leadID: LeadID;
  /** Null for a photo of the request. */
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
