/** Item that opens the team's page and shows whether its log is connected; hidden without a team. */
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../../platform/actions.ts';
import { useSession } from '../../platform/stores.ts';
import { useAnswer } from '../../platform/use-answer.ts';
import { Glyph, Item } from './sidebar-item.tsx';

export const SidebarTeam = () => {
  const { t } = useTranslation();
  const { hintOf } = useActions();
  const team = useAnswer('team.status', {}).value?.team;
  const ownDesktop = useAnswer('team.attendance', {}, team?.state === 'member').value?.desktops[0];
  const current = useSession((state) => state.screen === 'team');
  const go = useSession((state) => state.go);
  if (team === undefined || team.state === 'none') return null;
  const isAway = ownDesktop?.duty === 'away';
  const isConnected = team.state === 'member' && team.log?.name === 'up';
  return (
    <Item
      icon={<Glyph of={IconUsers} />}
      label={isAway ? t('around.teamAway') : t('pages.team')}
      current={current}
      hint={hintOf('page.team')}
      dot={isConnected ? 'working' : team.state === 'ended' ? 'attention' : 'offline'}
      onClick={() => go('team')}
    />
  );
};
