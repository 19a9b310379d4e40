/** Views, businesses and the state of the connection. Collapses to icons where room is short. */
import {
  IconBuildingStore,
  IconChevronRight,
  IconFlask,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListSearch,
  IconMessageBolt,
  IconMessageStar,
  IconPhone,
  IconPlugConnected,
  IconSettings,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { Tooltip } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Screen } from '../state/session.ts';
import { Flame } from '../ui/flame.tsx';
import { healthOf } from '../state/accounts.ts';
import { useCounts } from '../state/counts.ts';
import { useLeads, useSession } from '../state/stores.ts';
import { useReports } from '../state/use-accounts.ts';
import { useAnswer } from '../state/use-answer.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useRememberedChoice } from '../ui/remembered.ts';
import { useLayoutWidth } from '../ui/width.ts';
import { BusinessTile } from './business-tile.tsx';
import { sidebarViews, viewDisplay } from './views.ts';
import styles from './sidebar.module.css';

const Glyph = ({ of: Icon }: { readonly of: TablerIcon }) => (
  <Icon size={18} stroke={1.75} aria-hidden />
);

type ItemProps = {
  readonly icon: ReactNode;
  readonly label: string;
  readonly current: boolean;
  readonly folded: boolean;
  readonly onClick: () => void;
  readonly count?: number | undefined;
  readonly urgent?: boolean;
  /** Current, but nothing out of the ordinary. */
  readonly quiet?: boolean;
  readonly dot?: string;
};

const Item = ({ icon, label, current, folded, onClick, count, urgent, quiet, dot }: ItemProps) => {
  const { t } = useTranslation();
  const shown = count !== undefined && count > 0;
  const button = (
    <button
      type="button"
      className={styles.item}
      data-quiet={quiet}
      aria-current={current ? 'page' : undefined}
      onClick={onClick}
    >
      {icon}
      {dot !== undefined && <span className={styles.dot} data-health={dot} aria-hidden />}
      <span className={styles.label}>
        <bdi>{label}</bdi>
      </span>
      {shown && (
        <span className={styles.count} data-urgent={urgent} title={t('sidebar.leads', { count })}>
          {count > 999 ? '999+' : count}
        </span>
      )}
    </button>
  );
  return (
    <li>
      {folded ? (
        <Tooltip label={label} position="right" openDelay={200}>
          {button}
        </Tooltip>
      ) : (
        button
      )}
    </li>
  );
};

const Views = ({ folded }: { readonly folded: boolean }) => {
  const { t } = useTranslation();
  const view = useLeads((state) => state.view);
  const { counts } = useCounts();
  const hasFailed = useReports().some(({ outbox }) => outbox.failed > 0);
  const show = useLeads((state) => state.show);
  const screen = useSession((state) => state.screen);
  const go = useSession((state) => state.go);
  return (
    <ul aria-label={t('sidebar.views')}>
      {sidebarViews.map((name) => (
        <Item
          key={name}
          icon={<Glyph of={viewDisplay[name].icon} />}
          label={t(`views.${name}.name`)}
          current={screen === 'inbox' && (view === name || viewDisplay[view].within === name)}
          folded={folded}
          count={viewDisplay[name].count === 'hidden' ? undefined : counts?.[name]}
          urgent={viewDisplay[name].count === 'urgentWhenFailed' && hasFailed}
          onClick={() => {
            go('inbox');
            void show({ view: name, query: '' });
          }}
        />
      ))}
    </ul>
  );
};

const Businesses = ({ folded }: { readonly folded: boolean }) => {
  const { t } = useTranslation();
  const { businesses } = useCounts();
  const chosen = useLeads((state) => state.business);
  const show = useLeads((state) => state.show);
  const go = useSession((state) => state.go);
  if (businesses.length < 2) return null;
  const choose = (business: string | null): void => {
    go('inbox');
    void show({ business });
  };
  return (
    <>
      <h2 className={styles.heading}>{t('sidebar.businesses')}</h2>
      <ul aria-label={t('sidebar.businesses')}>
        <Item
          icon={<Glyph of={IconBuildingStore} />}
          label={t('sidebar.everyBusiness')}
          current={chosen === null}
          quiet
          folded={folded}
          onClick={() => choose(null)}
        />
        {businesses.map((business) => (
          <Item
            key={business.key}
            icon={<BusinessTile name={business.name} />}
            label={business.name}
            current={chosen === business.key}
            folded={folded}
            count={business.needsReply}
            onClick={() => choose(business.key)}
          />
        ))}
      </ul>
    </>
  );
};

const tools = {
  savedReplies: IconMessageBolt,
  phoneNumbers: IconPhone,
  reviews: IconMessageStar,
  webhooks: IconWebhook,
  lookup: IconListSearch,
  staging: IconFlask,
} as const satisfies Partial<Record<Screen, TablerIcon>>;

/** Seldom needed beside the leads: quiet, and folded away by who does not want to see them. */
const Tools = ({ folded }: { readonly folded: boolean }) => {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useRememberedChoice('sidebar.tools', true);
  const screen = useSession((state) => state.screen);
  const go = useSession((state) => state.go);
  return (
    <>
      <h2 className={styles.heading}>
        {folded ? (
          t('sidebar.tools')
        ) : (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {t('sidebar.tools')}
            <IconChevronRight size={14} stroke={1.75} data-open={open} aria-hidden />
          </button>
        )}
      </h2>
      <ul id={id} aria-label={t('sidebar.tools')} hidden={!open && !folded}>
        {(Object.keys(tools) as (keyof typeof tools)[]).map((name) => (
          <Item
            key={name}
            icon={<Glyph of={tools[name]} />}
            label={t(`sidebar.${name}`)}
            current={screen === name}
            folded={folded}
            onClick={() => go(name)}
          />
        ))}
      </ul>
    </>
  );
};

const Foot = ({ folded }: { readonly folded: boolean }) => {
  const { t } = useTranslation();
  const accounts = useAnswer('connect.accounts', {}).value?.accounts;
  const reports = useReports();
  const networked = useSession((state) => state.networked);
  const screen = useSession((state) => state.screen);
  const go = useSession((state) => state.go);
  const loaded = accounts !== undefined;
  const health = healthOf({ accounts: accounts ?? [], reports, networked });
  return (
    <ul className={styles.foot}>
      <Item
        icon={<Glyph of={IconPlugConnected} />}
        label={loaded ? t(`health.${health}`) : t('sidebar.connection')}
        current={screen === 'connection'}
        folded={folded}
        dot={loaded ? health : 'none'}
        onClick={() => go('connection')}
      />
      <Item
        icon={<Glyph of={IconSettings} />}
        label={t('sidebar.settings')}
        current={screen === 'settings'}
        folded={folded}
        onClick={() => go('settings')}
      />
    </ul>
  );
};

export const Sidebar = () => {
  const { t } = useTranslation();
  const room = useLayoutWidth();
  const [wanted, setWanted] = useRememberedChoice('sidebar.folded', false);
  const foldable = room === 'full' || room === 'wide';
  const folded = wanted || !foldable;
  return (
    <nav className={styles.sidebar} data-folded={folded} aria-label={t('sidebar.label')}>
      <div className={styles.brand}>
        <Flame size={24} />
        <span className={styles.label}>{t('app.name')}</span>
        {!folded && (
          <IconButton label={t('sidebar.collapse')} onClick={() => setWanted(true)}>
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} />
          </IconButton>
        )}
      </div>
      <div className={styles.scroll}>
        <Views folded={folded} />
        <Businesses folded={folded} />
        <Tools folded={folded} />
      </div>
      {foldable && folded && (
        <div className={styles.expand}>
          <IconButton label={t('sidebar.expand')} onClick={() => setWanted(false)}>
            <IconLayoutSidebarLeftExpand size={18} stroke={1.75} />
          </IconButton>
        </div>
      )}
      <Foot folded={folded} />
    </nav>
  );
};
