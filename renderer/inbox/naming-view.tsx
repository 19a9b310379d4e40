/** Loads the dialog that names a saved view when it opens. */
import { useStore } from 'zustand';
import { useInboxStores } from './stores.ts';
import { onDemand } from '../ui/lazily.tsx';

const NameView = onDemand(() => import('./name-view.tsx'), 'NameView');

export const NameViewDialog = () => {
  const view = useStore(useInboxStores().savingViews, (state) => state.naming);
  if (view === null) return null;
  return <NameView key={view.savedViewID} view={view} />;
};
