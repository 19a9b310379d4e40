/** The lead list: search, and rows (rows.tsx) or the reason why there are none. */
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ConnectionReport } from '../../contract/accounts.ts';
import { PauseImport } from '../accounts/pause-import.tsx';
import { useReports } from '../accounts/use-accounts.ts';
import { useCounts } from '../leads/counts.ts';
import { isEmptySelection } from '../leads/selection-model.ts';
import { useLeads, useSelecting } from '../leads/stores.ts';
import { useInboxStores } from './stores.ts';
import { useActions } from '../platform/actions.ts';
import { useSession, useToasts } from '../platform/stores.ts';
import { useAnswer, useSettings } from '../platform/use-answer.ts';
import { useLate } from '../ui/late.ts';
import { useWaitWords } from '../ui/time-words.ts';
import { EveryoneReplied, useIsEveryoneAnswered } from './everyone-replied.tsx';
import { ListMenu } from './list-menu.tsx';
import { EmptyList, FailedList, ListSkeleton, PausedFoot } from './list-states.tsx';
import { Rows } from './rows.tsx';
import { SearchField } from './search/search-field.tsx';
import { loadOnDemand } from '../ui/lazily.tsx';
import styles from './lead-list.module.css';

const heights = { comfortable: 96, compact: 60 } as const;

/** The link to leads from before the account was connected. */
const OlderFoot = () => {
  const { t } = useTranslation();
  const isShown = useLeads(({ view, query }) => view === 'needs_reply' && query === '');
  const show = useLeads((state) => state.show);
  const count = useCounts().counts?.older ?? 0;
  if (!isShown || count === 0) return null;
  return (
    <button type="button" className={styles.foot} onClick={() => void show({ view: 'older' })}>
      <IconChevronRight size={14} stroke={1.75} aria-hidden />
      {t('list.older', { count })}
    </button>
  );
};

const OlderCrumb = () => {
  const { t } = useTranslation();
  const isShown = useLeads(({ view, query }) => view === 'older' && query === '');
  const show = useLeads((state) => state.show);
  if (!isShown) return null;
  return (
    <button
      type="button"
      className={styles.crumb}
      onClick={() => void show({ view: 'needs_reply' })}
    >
      <IconChevronLeft size={14} stroke={1.75} aria-hidden />
      {t('list.backFromOlder')}
    </button>
  );
};

/** Today's figures above Needs reply. Its space is reserved, so that it moves no row when it loads. */
const TodayLine = () => {
  const { t } = useTranslation();
  const words = useWaitWords();
  const isShown = useLeads(({ view, query }) => view === 'needs_reply' && query === '');
  const go = useSession((state) => state.go);
  const today = useAnswer('insights.today', {}, isShown).value;
  if (!isShown) return null;
  if (today === undefined) return <div className={styles.today} />;
  const { firstReplies, medianMs } = today;
  return (
    <button type="button" className={styles.today} onClick={() => go('insights')}>
      {medianMs === null
        ? t('today.none')
        : t('today.line', { count: firstReplies, time: words(medianMs) })}
    </button>
  );
};

/** Progress of the backfill, with a button that pauses it. */
const Importing = () => {
  const { t } = useTranslation();
  const reports = useReports();
  const filterByState = (state: ConnectionReport['backfill']['state']) =>
    reports.filter(({ backfill }) => backfill.state === state);
  const running = filterByState('running');
  const isPaused = running.length === 0;
  const shown = isPaused ? filterByState('paused') : running;
  if (shown.length === 0) return null;
  const count = shown.reduce((sum, { backfill }) => sum + backfill.leads, 0);
  return (
    <div className={styles.importing}>
      <p role="status">{t(isPaused ? 'importing.paused' : 'list.syncing', { count })}</p>
      <PauseImport accountIDs={shown.map(({ accountID }) => accountID)} isPaused={isPaused} />
    </div>
  );
};

/** The number of new leads outside the visible rows; a click selects the first one. */
const ArrivalsPill = () => {
  const actions = useActions();
  const { t } = useTranslation();
  const { arrivals } = useInboxStores();
  const count = useStore(arrivals, ({ unseen }) => unseen.length);
  const isAbove = useStore(arrivals, (state) => state.isAbove);
  const hasToast = useToasts(({ toasts }) => toasts.length > 0);
  const hint = actions.getHint('newLeads');
  const Arrow = isAbove ? IconArrowUp : IconArrowDown;
  return (
    <div role="status">
      {count > 0 && (
        <Button
          className={styles.pill}
          data-above={isAbove}
          data-raised={hasToast}
          title={hint.printed}
          aria-keyshortcuts={hint.spoken}
          leftSection={<Arrow size={14} aria-hidden />}
          onClick={() => actions.find('newLeads')?.run()}
        >
          {t('list.arrived', { count })}
        </Button>
      )}
    </div>
  );
};

const SelectionBar = loadOnDemand(() => import('./selection-bar.tsx'), 'SelectionBar');

const useIsSelecting = (): boolean => {
  const isActing = useStore(useInboxStores().bulk, ({ progress }) => progress !== null);
  return useSelecting(({ selection }) => !isEmptySelection(selection)) || isActing;
};

/** @param isAlone true if no conversation fits next to the list */
export const LeadList = ({ isAlone = false }: { readonly isAlone?: boolean }) => {
  const { t } = useTranslation();
  const isSelecting = useIsSelecting();
  const state = useLeads((leads) => leads.state);
  const isEmpty = useLeads((leads) => leads.length === 0);
  const density = useSettings()?.density ?? 'comfortable';
  const isSlow = useLate(state === 'loading');
  const isEveryoneAnswered = useIsEveryoneAnswered();
  return (
    <section
      aria-label={t('list.label')}
      className={styles.list}
      data-density={density}
      data-state={state}
      style={{ '--row': `${heights[density]}px` }}
    >
      <div className={styles.head} inert={isSelecting}>
        <div>
          <SearchField />
        </div>
        <ListMenu />
      </div>
      {isSelecting && <SelectionBar />}
      <OlderCrumb />
      {!isEveryoneAnswered && <TodayLine />}
      <Importing />
      <div className={styles.body}>
        {isSlow ? (
          <ListSkeleton />
        ) : state === 'failed' ? (
          <FailedList />
        ) : !isEmpty ? (
          <Rows height={heights[density]} />
        ) : isEveryoneAnswered ? (
          // Otherwise the pane of the conversation shows it.
          isAlone && <EveryoneReplied opensNext={false} />
        ) : state === 'ready' ? (
          <EmptyList />
        ) : null}
        <ArrivalsPill />
      </div>
      <PausedFoot />
      {!isEveryoneAnswered && <OlderFoot />}
    </section>
  );
};
