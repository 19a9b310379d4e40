/** The views of the inbox with their counts, and the businesses, the chosen one of which filters the list. */
import { useTranslation } from 'react-i18next';
import { IconBuildingStore } from '@tabler/icons-react';
import { teamViewNames } from '../../../contract/views.ts';
import { useActions } from '../../platform/actions.ts';
import { useCounts } from '../../leads/counts.ts';
import { showInInbox } from '../../leads/lead-records.ts';
import { isSearchOfAll } from '../../leads/scope.ts';
import { useLeads, useLeadStores } from '../../leads/stores.ts';
import { useSession } from '../../platform/stores.ts';
import { useReports } from '../../accounts/use-accounts.ts';
import { useMember } from '../../leads/team.ts';
import { sidebarViews, viewDisplay } from '../../leads/views.ts';
import { useAnswer } from '../../platform/use-answer.ts';
import { BusinessTile } from '../../ui/business-tile.tsx';
import { useShownView } from '../../inbox/shown-view.ts';
import { Glyph, Item } from './sidebar-item.tsx';
import styles from './sidebar.module.css';

export const Views = () => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const view = useLeads((state) => state.view);
  const { counts: chosen, isBusinessGone } = useCounts();
  // A click on a view then shows all businesses.
  const all = useAnswer('views.counts', {}, isBusinessGone).value?.counts;
  const counts = isBusinessGone ? all : chosen;
  const hasFailed = useReports().some(({ outbox }) => outbox.failed > 0);
  const stores = useLeadStores();
  const screen = useSession((state) => state.screen);
  const isSaved = useShownView() !== undefined;
  const isSearchingAll = useLeads(isSearchOfAll);
  const isInTeam = useMember() !== null;
  const shown = sidebarViews.filter((name) => isInTeam || !teamViewNames.includes(name));
  return (
    <ul aria-label={t('sidebar.views')}>
      {shown.map((name) => (
        <Item
          key={name}
          icon={<Glyph of={viewDisplay[name].icon} />}
          label={t(`views.${name}.name`)}
          current={
            screen === 'inbox' &&
            !isSaved &&
            !isSearchingAll &&
            (view === name || viewDisplay[view].within === name)
          }
          hint={getHint(`view.${name}`)}
          count={viewDisplay[name].count === 'hidden' ? undefined : counts?.[name]}
          urgent={viewDisplay[name].count === 'urgentWhenFailed' && hasFailed}
          onClick={() => showInInbox(stores, { view: name, query: '' })}
        />
      ))}
    </ul>
  );
};

export const Businesses = () => {
  const { t } = useTranslation();
  const { businesses } = useCounts();
  const chosen = useLeads((state) => state.business);
  const isSearchingAll = useLeads(isSearchOfAll);
  const stores = useLeadStores();
  if (businesses.length < 2) return null;
  const choose = (business: string | null): void => showInInbox(stores, { business });
  return (
    <>
      <h2 className={styles.heading}>{t('sidebar.businesses')}</h2>
      <ul aria-label={t('sidebar.businesses')}>
        <Item
          icon={<Glyph of={IconBuildingStore} />}
          label={t('sidebar.everyBusiness')}
          current={chosen === null && !isSearchingAll}
          quiet
          onClick={() => choose(null)}
        />
        {businesses.map((business) => (
          <Item
            key={business.key}
            icon={<BusinessTile name={business.name} />}
            label={business.name}
            current={chosen === business.key && !isSearchingAll}
            count={business.needsReply}
            onClick={() => choose(business.key)}
          />
        ))}
      </ul>
    </>
  );
};
