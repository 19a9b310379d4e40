/** Keeps the native menu up to date once the first screen is painted. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeads } from '../leads/stores.ts';
import { useSession } from '../platform/stores.ts';
import { useStores } from './stores.ts';

const afterPaintMs = 500;

export const FollowNativeMenu = () => {
  const stores = useStores();
  const { i18n } = useTranslation();
  const isOtherScreen = useSession(({ screen }) => screen !== 'inbox');
  const isListLoaded = useLeads(({ state }) => state !== 'loading');
  const [isReady, setReady] = useState(false);
  if (!isReady && (isOtherScreen || isListLoaded)) setReady(true);
  useEffect(() => {
    if (!isReady) return;
    let isOver = false;
    let end = (): void => {};
    const cancel = stores.schedule(afterPaintMs, () => {
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
