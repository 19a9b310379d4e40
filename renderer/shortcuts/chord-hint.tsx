/** What can follow G, for who hesitates after it; loaded when it is first shown. */
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../actions/stores.ts';

const Hint = lazy(async () => ({ default: (await import('./hint.tsx')).Hint }));

export const ChordHint = () => {
  const first = useStore(useStores().chord, (state) => (state.isShown ? state.first : null));
  return first === null ? null : (
    <Suspense>
      <Hint first={first} />
    </Suspense>
  );
};
