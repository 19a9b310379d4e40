/** Shows the keys that can follow G after a pause; loaded when it is first shown. */
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useLeadStores } from '../leads/stores.ts';
import { lazily } from '../ui/lazily.ts';

const Hint = lazily(() => import('./hint.tsx'), 'Hint');

export const ChordHint = () => {
  const first = useStore(useLeadStores().chord, (state) => (state.isShown ? state.first : null));
  return first === null ? null : (
    <Suspense>
      <Hint first={first} />
    </Suspense>
  );
};
