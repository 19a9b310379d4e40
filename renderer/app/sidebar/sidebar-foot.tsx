/** Bottom of the sidebar. */
import { IconPlugConnected, IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../../platform/actions.ts';
import { conditionOf } from '../../accounts/accounts.ts';
import { useSession } from '../../platform/stores.ts';
import { useIsPaused, useReports, useSignInsLost } from '../../accounts/use-accounts.ts';
import { useAnswer } from '../../platform/use-answer.ts';
import { SidebarAutomatic } from './sidebar-automatic.tsx';
import { SidebarTeam } from './sidebar-team.tsx';
import { SidebarUpdate } from './sidebar-update.tsx';
import { Glyph, Item } from './sidebar-item.tsx';
import styles from './sidebar.module.css';

export const Foot = () => {
  const { hintOf } = useActions();
  const { t, i18n } = useTranslation();
  const accounts = useAnswer('connect.accounts', {}).value?.accounts;
  const reports = useReports();
  const networked = useSession((state) => state.isOnline);
  const isPaused = useIsPaused();
  const screen = useSession((state) => state.screen);
  const go = useSession((state) => state.go);
  const isLoaded = accounts !== undefined;
  const signInsLost = useSignInsLost();
  const { health, unreachable } = conditionOf({
    accounts: accounts ?? [],
    reports,
    networked,
    signInsLost,
  });
  const isSample = accounts?.every(({ practice }) => practice) === true;
  const shown = isPaused && health !== 'none' ? 'paused' : health;
  const state =
    shown !== 'unreachable'
      ? t(`health.${shown}`)
      : isSample
        ? t('health.samples')
        : t('health.unreachable', {
            marketplace: new Intl.ListFormat(i18n.language).format(unreachable),
          });
  return (
    <ul className={styles.foot}>
      <SidebarUpdate />
      <SidebarAutomatic />
      <SidebarTeam />
      <Item
        icon={<Glyph of={IconPlugConnected} />}
        label={isLoaded ? state : t('pages.connection')}
        current={screen === 'connection'}
        hint={hintOf('page.connection')}
        dot={isLoaded ? shown : 'none'}
        onClick={() => go('connection')}
      />
      <Item
        icon={<Glyph of={IconSettings} />}
        label={t('pages.settings')}
        current={screen === 'settings'}
        hint={hintOf('page.settings')}
        onClick={() => go('settings')}
      />
    </ul>
  );
};
