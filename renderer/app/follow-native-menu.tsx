/** Updates the native menu after the first screen is painted. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeads } from '../leads/stores.ts';
import { useSession } from '../platform/stores.ts';
import { useStores } from './stores.ts';

const afterPaintMs = 500;

export const FollowNativeMenu = () => {
  const stores = useStores();
  const { i18n } = useTranslation();
  const isSeen = useSession(({ screen }) => screen !== 'inbox');
  const isListed = useLeads(({ state }) => state !== 'loading');
  const [isReady, setReady] = useState(false);
  if (!isReady && (isSeen || isListed)) setReady(true);
  useEffect(() => {
    if (!isReady) return;
    let isOver = false;
    let end = (): void => {};
    const cancel = stores.after(afterPaintMs, () => {
      void import('./native-menu.ts').then(({ followMenu }) => {
        if (!isOver) end = followMenu(stores, i18n);
      });
    });
    return () => {
      isOver = true;
      cancel();
      end();
    };
  }, [stores, i18n, isReady]);
  return null;
};
