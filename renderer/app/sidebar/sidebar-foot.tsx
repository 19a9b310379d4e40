/** Bottom of the sidebar: the update, automatic replies, the team, the connection and settings. */
import {
  IconPlugConnected,
  IconSettings,
  IconUsers,
  IconMessageForward,
  IconRefresh,
  IconSparkles,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { deriveCondition } from '../../accounts/accounts.ts';
import { useMember } from '../../leads/team.ts';
import { useSession } from '../../platform/stores.ts';
import { useIsPaused, useReports, useSignInsLost } from '../../accounts/use-accounts.ts';
import { useAnswer } from '../../platform/use-answer.ts';
import { useActions } from '../../platform/actions.ts';
import { useStores } from '../stores.ts';
import { PageItem, Glyph, Item } from './sidebar-item.tsx';
import styles from './sidebar.module.css';

/** An update that waits for a restart, and the news of the running version. */
export const SidebarUpdate = () => {
  const { t } = useTranslation();
  const { act, news: newsDialog } = useStores();
  const update = useAnswer('updates.get', {}).value?.update;
  const news = useAnswer('whatsNew.get', {}).value;
  return (
    <>
      {news?.isNew === true && (
        <Item
          icon={<Glyph of={IconSparkles} />}
          label={t('sidebar.whatsNew', { version: news.version })}
          onClick={() => newsDialog.setState({ isOpen: true })}
        />
      )}
      {update?.state === 'ready' && (
        <Item
          icon={<Glyph of={IconRefresh} />}
          label={t('sidebar.restartToUpdate')}
          onClick={() => void act('updates.restart', {})}
        />
      )}
    </>
  );
};

/** Shows whether automatic replies are on or paused; a click pauses or resumes them, or opens their page. */
export const SidebarAutomatic = () => {
  const { t } = useTranslation();
  const { find, getHint } = useActions();
  const { value } = useAnswer('automaticReplies.list', {});
  const isStopped = useIsPaused();
  const go = useSession((state) => state.go);
  const isMember = useMember()?.role === 'member';
  if (value?.rules.some(({ isOn }) => isOn) !== true) return null;
  const isPaused = value.isPaused || isStopped;
  // Pausing what already looks paused would show nothing, and last after the engine's restart.
  const canPause = !isStopped && !isMember;
  return (
    <Item
      icon={<Glyph of={IconMessageForward} />}
      label={t(isPaused ? 'automatic.paused' : 'automatic.on')}
      hint={canPause ? getHint('pauseAutomatic') : undefined}
      dot={isPaused ? 'paused' : 'working'}
      onClick={() => (canPause ? void find('pauseAutomatic')?.run() : go('automaticReplies'))}
    />
  );
};

/** Opens the team's page and shows whether its log is connected; hidden without a team. */
const SidebarTeam = () => {
  const { t } = useTranslation();
  const team = useAnswer('team.status', {}).value?.team;
  const isStopped = useIsPaused();
  const ownDesktop = useAnswer('team.attendance', {}, team?.state === 'member').value?.desktops[0];
  if (team === undefined || team.state === 'none') return null;
  const isConnected = team.state === 'member' && team.log?.name === 'up' && !isStopped;
  return (
    <PageItem
      screen="team"
      icon={IconUsers}
      label={ownDesktop?.duty === 'away' ? t('around.teamAway') : undefined}
      dot={isConnected ? 'working' : team.state === 'ended' ? 'attention' : 'offline'}
    />
  );
};

export const Foot = () => {
  const { t, i18n } = useTranslation();
  const accounts = useAnswer('connect.accounts', {}).value?.accounts;
  const reports = useReports();
  const isOnline = useSession((state) => state.isOnline);
  const isPaused = useIsPaused();
  const signInsLost = useSignInsLost();
  const condition = { accounts: accounts ?? [], reports, isOnline, signInsLost };
  const { health, unreachable } = deriveCondition(condition);
  const isLoaded = accounts !== undefined;
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
      <PageItem
        screen="connection"
        icon={IconPlugConnected}
        label={isLoaded ? state : undefined}
        dot={isLoaded ? shown : 'none'}
      />
      <PageItem screen="settings" icon={IconSettings} />
    </ul>
  );
};
