/** Loads the photo viewer on demand. */
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useLeadStores } from '../leads/stores.ts';

const Viewer = lazy(async () => ({ default: (await import('./viewer.tsx')).Viewer }));

export const PhotoViewer = () => {
  const shown = useStore(useLeadStores().viewer, (state) => state.shown);
  return shown === null ? null : (
    <Suspense>
      <Viewer place={shown} />
    </Suspense>
  );
};
