/** The list without rows: loading, failed, or empty for a reason. */
import { IconBuildingStore, IconInbox, IconPlugConnectedX, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { chooseCountedAccounts, isArriving } from '../accounts/accounts.ts';
import { useCounts } from '../leads/counts.ts';
import { deriveLeadFlow, canFindByPolling, type LeadFlow } from '../accounts/lead-flow.ts';
import { useLeads, useLeadStores } from '../leads/stores.ts';
import { useSession } from '../platform/stores.ts';
import { useReports } from '../accounts/use-accounts.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { SlowLoading } from '../ui/slow-loading.tsx';
import { hasFilters, removeFilters } from './search/suggestions.ts';
import { viewDisplay } from '../leads/views.ts';
import { useShownView } from './shown-view.ts';
import { useInboxStores } from './stores.ts';
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

const findReport = ({ accountID }: Account, reports: readonly ConnectionReport[]) =>
  reports.find((each) => each.accountID === accountID) ?? null;

/** Chooses the text about the arrival of new leads, by the account in the best state. */
const chooseArrivalKey = (accounts: readonly Account[], reports: readonly ConnectionReport[]) => {
  const flows = accounts.map((account) => deriveLeadFlow(account, findReport(account, reports)));
  const best = (Object.keys(arrivalKeys) as LeadFlow[]).find((flow) => flows.includes(flow));
  return arrivalKeys[best ?? 'unknown'];
};

/** True if every service delivers only leads created after connecting. */
const areOnlyNewDelivered = (
  accounts: readonly Account[],
  reports: readonly ConnectionReport[],
): boolean =>
  accounts.length > 0 &&
  accounts.every((account) => !canFindByPolling(account, findReport(account, reports)));

/** The empty list of a search. */
const EmptySearch = () => {
  const { t } = useTranslation();
  const { view, query, everywhere, isPaused, continueSearch } = useLeads((state) => state);
  const { narrow, type } = useLeadStores().searching.getState();
  if (isPaused)
    return (
      <EmptyState
        icon={IconSearch}
        title={t('search.paused.nothing')}
        text={t('search.paused.text')}
        action={{ label: t('search.paused.goOn'), run: continueSearch }}
      />
    );
  const words = removeFilters(query);
  const isFiltered = hasFilters(query);
  const noMatchKey = isFiltered ? 'search.none.filtered' : 'search.none.everywhere';
  const widen = { label: t('search.none.widen'), run: () => narrow(true) };
  const dropFilters = {
    label: t('search.none.withoutFilters', { query: words }),
    run: () => type(words),
  };
  const action = !everywhere ? widen : isFiltered && words !== '' ? dropFilters : undefined;
  return (
    <EmptyState
      icon={IconSearch}
      title={t('search.none.title')}
      text={t(everywhere ? noMatchKey : 'search.none.inView', {
        query,
        view: t(`views.${view}.name`),
      })}
      {...(action && { action })}
    />
  );
};

/** The empty list of a view. */
const EmptyView = () => {
  const { t } = useTranslation();
  const view = useLeads((state) => state.view);
  const show = useLeads((state) => state.show);
  const go = useSession((state) => state.go);
  const total = useCounts().counts?.all ?? 0;
  const accounts = useAnswer('connect.accounts', {}).value?.accounts;
  const reports = useReports();
  if (total === 0 && isArriving({ accounts: accounts ?? [], reports }))
    return (
      <EmptyState
        icon={IconInbox}
        title={t('empty.arriving.title')}
        text={t('empty.arriving.text')}
      />
    );
  if (total === 0 && accounts?.length === 0)
    return (
      <EmptyState
        icon={IconPlugConnectedX}
        title={t('empty.noAccount.title')}
        text={t('empty.noAccount.text')}
        action={{ label: t('empty.connect'), run: () => go('welcome') }}
      />
    );
  const counted = chooseCountedAccounts(accounts ?? []);
  const arrival = t(chooseArrivalKey(counted, reports));
  const onlyNew = areOnlyNewDelivered(counted, reports) ? ` ${t('empty.noLeads.onlyNew')}` : '';
  const describedView = total === 0 ? 'all' : view;
  const { icon, emptyIcon: Icon = icon } = viewDisplay[describedView];
  return (
    <EmptyState
      icon={Icon}
      title={t(`views.${describedView}.empty.title`)}
      text={total === 0 ? arrival + onlyNew : t(`views.${view}.empty.text`)}
      {...(describedView !== 'all' && {
        action: { label: t('empty.showAll'), run: () => void show({ view: 'all' }) },
      })}
    />
  );
};

/** The empty list of a business that no account has, which only a saved view shows. */
const GoneBusiness = () => {
  const { t } = useTranslation();
  const { remove } = useInboxStores().savingViews.getState();
  const view = useShownView();
  return (
    <EmptyState
      icon={IconBuildingStore}
      title={t('empty.goneBusiness.title')}
      text={t('empty.goneBusiness.text')}
      {...(view && {
        action: { label: t('empty.goneBusiness.remove'), run: () => remove(view) },
      })}
    />
  );
};

export const EmptyList = () => {
  const isSearch = useLeads(({ query }) => query !== '');
  const { isBusinessGone } = useCounts();
  if (isBusinessGone) return <GoneBusiness />;
  return isSearch ? <EmptySearch /> : <EmptyView />;
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
  const error = useLeads((state) => state.error);
  const show = useLeads((state) => state.show);
  return <FailureBox error={error} className={styles.failed} retry={() => void show({})} />;
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
