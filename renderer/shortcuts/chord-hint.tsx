/** After a pause, shows the keys that can follow the first one. Loaded when it is first shown. */
import { useStore } from 'zustand';
import { useLeadStores } from '../leads/stores.ts';
import { loadOnDemand } from '../ui/lazily.tsx';

const Hint = loadOnDemand(() => import('./hint.tsx'), 'Hint');

export const ChordHint = () => {
  const first = useStore(useLeadStores().chord, (state) => (state.isShown ? state.first : null));
  return first === null ? null : <Hint first={first} />;
};
