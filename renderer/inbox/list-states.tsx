/** The list when it has no rows to show: still loading, failed, or empty for a reason. */
import {
  IconAlertCircle,
  IconArchive,
  IconInbox,
  IconMail,
  IconMoodSmile,
  IconPlugConnectedX,
  IconSearch,
  IconStar,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ViewName } from '../../contract/records.ts';
import { isArriving } from '../state/connection.ts';
import { useConnection, useLeads, useSession } from '../state/stores.ts';
import { Nothing } from '../ui/nothing.tsx';
import { Problem } from '../ui/problem.tsx';
import styles from './lead-list.module.css';

const icons: Readonly<Record<ViewName, TablerIcon>> = {
  needs_reply: IconMoodSmile,
  unread: IconMail,
  all: IconInbox,
  starred: IconStar,
  archived: IconArchive,
  failed: IconAlertCircle,
};

export const EmptyList = () => {
  const { t } = useTranslation();
  const view = useLeads((state) => state.view);
  const query = useLeads((state) => state.query);
  const show = useLeads((state) => state.show);
  const total = useLeads((state) => state.counts?.all ?? 0);
  const connected = useConnection((state) => state.state !== 'ready' || state.accounts.length > 0);
  const arriving = useConnection(isArriving);
  const go = useSession((state) => state.go);
  const said = total === 0 ? 'all' : view;
  const Icon = icons[said];
  if (query !== '')
    return (
      <Nothing
        icon={<IconSearch size={28} stroke={1.5} />}
        title={t('empty.search.title')}
        text={t('empty.search.text', { query })}
        {...(view !== 'all' && {
          action: {
            label: t('empty.search.everywhere'),
            run: () => void show({ view: 'all', business: null }),
          },
        })}
      />
    );
  if (arriving && total === 0)
    return (
      <Nothing
        icon={<IconInbox size={28} stroke={1.5} />}
        title={t('empty.arriving.title')}
        text={t('empty.arriving.text')}
      />
    );
  if (!connected && total === 0)
    return (
      <Nothing
        icon={<IconPlugConnectedX size={28} stroke={1.5} />}
        title={t('empty.noAccount.title')}
        text={t('empty.noAccount.text')}
        action={{ label: t('empty.connect'), run: () => go('welcome') }}
      />
    );
  return (
    <Nothing
      icon={<Icon size={28} stroke={1.5} />}
      title={t(`empty.${said}.title`)}
      text={t(`empty.${said}.text`)}
      {...(said !== 'all' && {
        action: { label: t('empty.showAll'), run: () => void show({ view: 'all' }) },
      })}
    />
  );
};

export const FailedList = () => {
  const { t } = useTranslation();
  const error = useLeads((state) => state.error);
  const show = useLeads((state) => state.show);
  if (error === null) return null;
  return (
    <div className={styles.failed}>
      <Problem error={error} action={{ label: t('common.retry'), run: () => void show({}) }} />
    </div>
  );
};

export const ListSkeleton = ({ rows }: { readonly rows: number }) => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className={styles.skeletons}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.skeleton} aria-hidden>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
};
