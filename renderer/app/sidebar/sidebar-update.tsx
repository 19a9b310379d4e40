/** Bottom of the sidebar: an update that waits for a restart, and the news of the running version. */
import { IconRefresh, IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Glyph, Item } from './sidebar-item.tsx';
import { useStores } from '../stores.ts';
import { useAnswer } from '../../platform/use-answer.ts';

export const SidebarUpdate = () => {
  const { t } = useTranslation();
  const { bridge, news: newsDialog } = useStores();
  const update = useAnswer('updates.get', {}).value?.update;
  const news = useAnswer('whatsNew.get', {}).value;
  return (
    <>
      {news?.isNew === true && (
        <Item
          icon={<Glyph of={IconSparkles} />}
          label={t('sidebar.whatsNew', { version: news.version })}
          current={false}
          onClick={() => newsDialog.setState({ isOpen: true })}
        />
      )}
      {update?.state === 'ready' && (
        <Item
          icon={<Glyph of={IconRefresh} />}
          label={t('sidebar.restartToUpdate')}
          current={false}
          onClick={() => void bridge.invoke('updates.restart', {})}
        />
      )}
    </>
  );
};
