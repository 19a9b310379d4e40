/** What is new, over the window once it is asked for, from wherever. */
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useUpdateStores } from './stores.ts';

const WhatsNew = lazy(async () => ({ default: (await import('./whats-new.tsx')).WhatsNew }));

export const News = () => {
  const isOpen = useStore(useUpdateStores().news, (state) => state.isOpen);
  return (
    isOpen && (
      <Suspense fallback={null}>
        <WhatsNew />
      </Suspense>
    )
  );
};
