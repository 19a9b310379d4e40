/** Opens the news of this version over the window on demand. */
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useUpdateStores } from './stores.ts';
import { lazily } from '../ui/lazily.ts';

const WhatsNew = lazily(() => import('./whats-new.tsx'), 'WhatsNew');

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
