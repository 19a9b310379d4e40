/** Opens the news of this version over the window on demand. */
import { useStore } from 'zustand';
import { useUpdateStores } from './stores.ts';
import { loadOnDemand } from '../ui/lazily.tsx';

const WhatsNew = loadOnDemand(() => import('./whats-new.tsx'), 'WhatsNew');

export const News = () => {
  const isOpen = useStore(useUpdateStores().news, (state) => state.isOpen);
  return isOpen && <WhatsNew />;
};
