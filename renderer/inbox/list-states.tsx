/** The list without rows: loading, failed, or empty for a reason. */
import { IconInbox, IconPlugConnectedX, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { countedAccounts, isArriving } from '../accounts/accounts.ts';
import { useCounts } from '../leads/counts.ts';
import { leadFlowOf, listsLeads, type LeadFlow } from '../accounts/lead-flow.ts';
import { useLeads, useLeadStores } from '../leads/stores.ts';
import { useSession } from '../platform/stores.ts';
import { useReports } from '../accounts/use-accounts.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { SlowLoading } from '../ui/slow-loading.tsx';
import { hasFilters, withoutFilters } from './search/suggestions.ts';
import { viewDisplay } from '../leads/views.ts';
import styles from './lead-list.module.css';

/** The text for each state of an account, best state first. */
const arrivalKeys = {
  instant: 'views.all.empty.text',
  unproven: 'views.all.empty.text',
  unknown: 'views.all.empty.text',
  checked: 'empty.noLeads.checked',
  broken: 'empty.noLeads.checked',
  unused: 'views.all.empty.text',
  away: 'empty.noLeads.away',
  lost: 'empty.noLeads.stopped',
  noPassword: 'empty.noLeads.stopped',
  signInRefused: 'empty.noLeads.signInRefused',
  signedOut: 'empty.noLeads.signedOut',
} as const satisfies Readonly<Record<LeadFlow, string>>;

const reportOf = ({ accountID }: Account, reports: readonly ConnectionReport[]) =>
  reports.find((each) => each.accountID === accountID) ?? null;

/** The text about the arrival of new leads, by the account in the best state. */
const arrivalKeyOf = (accounts: readonly Account[], reports: readonly ConnectionReport[]) => {
  const flows = accounts.map((account) => leadFlowOf(account, reportOf(account, reports)));
  const best = (Object.keys(arrivalKeys) as LeadFlow[]).find((flow) => flows.includes(flow));
  return arrivalKeys[best ?? 'unknown'];
};

/** Whether every service delivers only leads created after connecting. */
const deliverOnlyNewLeads = (
  accounts: readonly Account[],
  reports: readonly ConnectionReport[],
): boolean =>
  accounts.length > 0 &&
  accounts.every((account) => !listsLeads(account, reportOf(account, reports)));

export const EmptyList = () => {
  const { t } = useTranslation();
  const { view, query, everywhere, isPaused, continueSearch, show } = useLeads((state) => state);
  const { searching } = useLeadStores();
  const total = useCounts().counts?.all ?? 0;
  const accounts = useAnswer('connect.accounts', {}).value?.accounts;
  const reports = useReports();
  const counted = countedAccounts(accounts ?? []);
  const arrival = t(arrivalKeyOf(counted, reports));
  const onlyNew = deliverOnlyNewLeads(counted, reports) ? ` ${t('empty.noLeads.onlyNew')}` : '';
  const isConnected = accounts?.length !== 0;
  const isImporting = isArriving({ accounts: accounts ?? [], reports });
  const go = useSession((state) => state.go);
  const describedView = total === 0 ? 'all' : view;
  const { icon, emptyIcon: Icon = icon } = viewDisplay[describedView];
  const words = withoutFilters(query);
  const isFiltered = hasFilters(query);
  const noMatchKey = isFiltered ? 'search.none.filtered' : 'search.none.everywhere';
  if (isPaused)
    return (
      <EmptyState
        icon={<IconSearch size={28} stroke={1.5} />}
        title={t('search.paused.nothing')}
        text={t('search.paused.text')}
        action={{ label: t('search.paused.goOn'), run: continueSearch }}
      />
    );
  const search = searching.getState();
  const narrowed = { label: t('search.none.widen'), run: () => search.narrow(true) };
  const filtered = {
    label: t('search.none.withoutFilters', { query: words }),
    run: () => search.type(words),
  };
  const action = !everywhere ? narrowed : isFiltered && words !== '' ? filtered : undefined;
  if (query !== '')
    return (
      <EmptyState
        icon={<IconSearch size={28} stroke={1.5} />}
        title={t('search.none.title')}
        text={t(everywhere ? noMatchKey : 'search.none.inView', {
          query,
          view: t(`views.${view}.name`),
        })}
        {...(action && { action })}
      />
    );
  if (isImporting && total === 0)
    return (
      <EmptyState
        icon={<IconInbox size={28} stroke={1.5} />}
        title={t('empty.arriving.title')}
        text={t('empty.arriving.text')}
      />
    );
  if (!isConnected && total === 0)
    return (
      <EmptyState
        icon={<IconPlugConnectedX size={28} stroke={1.5} />}
        title={t('empty.noAccount.title')}
        text={t('empty.noAccount.text')}
        action={{ label: t('empty.connect'), run: () => go('welcome') }}
      />
    );
  return (
    <EmptyState
      icon={<Icon size={28} stroke={1.5} />}
      title={t(`views.${describedView}.empty.title`)}
      text={total === 0 ? arrival + onlyNew : t(`views.${view}.empty.text`)}
      {...(describedView !== 'all' && {
        action: { label: t('empty.showAll'), run: () => void show({ view: 'all' }) },
      })}
    />
  );
};

/** Below the rows of a paused search. */
export const PausedFoot = () => {
  const { t } = useTranslation();
  const isShown = useLeads((state) => state.isPaused && state.length > 0);
  const continueSearch = useLeads((state) => state.continueSearch);
  return (
    <div role="status">
      {isShown && (
        <button type="button" className={styles.foot} onClick={continueSearch}>
          {t('search.paused.found')} <b>{t('search.paused.goOn')}</b>
        </button>
      )}
    </div>
  );
};

export const FailedList = () => {
  const { t } = useTranslation();
  const error = useLeads((state) => state.error);
  const show = useLeads((state) => state.show);
  if (error === null) return null;
  return (
    <div className={styles.failed}>
      <FailureBox error={error} action={{ label: t('common.retry'), run: () => void show({}) }} />
    </div>
  );
};

/** The skeleton of a row that is not loaded. */
export const EmptyRow = () => (
  <div className={styles.skeleton} aria-hidden>
    <span />
    <span />
    <span />
  </div>
);

export const ListSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className={styles.skeletons}>
      <SlowLoading />
      {Array.from({ length: 10 }, (_, index) => (
        <EmptyRow key={index} />
      ))}
    </div>
  );
};
