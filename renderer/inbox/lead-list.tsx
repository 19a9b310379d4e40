/** The lead list: search on top, rows below (rows.tsx), or what is said where there are none. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCounts } from '../leads/counts.ts';
import { isNothing } from '../leads/selection-model.ts';
import { useLeads, useSelecting } from '../leads/stores.ts';
import { useInboxStores } from './stores.ts';
import { useSettings } from '../platform/use-settings.ts';
import { useLate } from '../ui/late.ts';
import { ArrivalsPill } from './arrivals-pill.tsx';
import { EveryoneReplied, useNobodyWaits } from './everyone-replied.tsx';
import { ListMenu } from './list-menu.tsx';
import { EmptyList, FailedList, ListSkeleton, PausedFoot } from './list-states.tsx';
import { Importing } from './importing.tsx';
import { Rows } from './rows.tsx';
import { TodayLine } from './today-line.tsx';
import { SearchField } from './search/search-field.tsx';
import styles from './lead-list.module.css';

const heights = { comfortable: 96, compact: 60 } as const;

/** Leads of before the account was connected, folded away at the foot of those that wait now. */
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
      onClick={() => void show({ view: 'needs_reply', query: '' })}
    >
      <IconChevronLeft size={14} stroke={1.75} aria-hidden />
      {t('list.backFromOlder')}
    </button>
  );
};

const SelectionBar = lazy(async () => ({
  default: (await import('./selection-bar.tsx')).SelectionBar,
}));

/** Over the search, which is out of reach meanwhile. */
const useIsSelecting = (): boolean => {
  const isActing = useStore(useInboxStores().bulk, ({ underWay }) => underWay !== null);
  return useSelecting(({ selection }) => !isNothing(selection)) || isActing;
};

/** @param alone whether no conversation is shown beside it */
export const LeadList = ({ alone = false }: { readonly alone?: boolean }) => {
  const { t } = useTranslation();
  const isSelecting = useIsSelecting();
  const state = useLeads((leads) => leads.state);
  const empty = useLeads((leads) => leads.length === 0);
  const density = useSettings()?.density ?? 'comfortable';
  const late = useLate(state === 'loading');
  const isAtEnd = useNobodyWaits();
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
      {isSelecting && (
        <Suspense>
          <SelectionBar />
        </Suspense>
      )}
      <OlderCrumb />
      {!isAtEnd && <TodayLine />}
      <Importing />
      <div className={styles.body}>
        {late ? (
          <ListSkeleton rows={10} />
        ) : state === 'failed' ? (
          <FailedList />
        ) : !empty ? (
          <Rows height={heights[density]} />
        ) : isAtEnd ? (
          // Beside it, the pane of the conversation says so.
          alone && <EveryoneReplied opensNext={false} />
        ) : state === 'ready' ? (
          <EmptyList />
        ) : null}
        <ArrivalsPill />
      </div>
      <PausedFoot />
      {!isAtEnd && <OlderFoot />}
    </section>
  );
};
