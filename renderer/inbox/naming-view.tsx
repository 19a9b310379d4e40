/** Loads the dialog that names a saved view when it opens. */
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useInboxStores } from './stores.ts';

const NameView = lazy(async () => ({ default: (await import('./name-view.tsx')).NameView }));

export const NamingView = () => {
  const view = useStore(useInboxStores().savingViews, (state) => state.naming);
  if (view === null) return null;
  return (
    <Suspense>
      <NameView key={view.savedViewID} view={view} />
    </Suspense>
  );
};
