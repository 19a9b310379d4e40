/** Loads the photo viewer on demand. */
import { useStore } from 'zustand';
import { useLeadStores } from '../leads/stores.ts';
import { loadOnDemand } from '../ui/lazily.tsx';

const Viewer = loadOnDemand(() => import('./viewer.tsx'), 'Viewer');

export const PhotoViewer = () => {
  const shown = useStore(useLeadStores().viewer, (state) => state.shown);
  return shown === null ? null : <Viewer place={shown} />;
};
