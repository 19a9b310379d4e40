/** The lead list: search, and rows (rows.tsx) or the reason why there are none. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCounts } from '../leads/counts.ts';
import { isEmptySelection } from '../leads/selection-model.ts';
import { useLeads, useSelecting } from '../leads/stores.ts';
import { useInboxStores } from './stores.ts';
import { useSettings } from '../platform/use-answer.ts';
import { useLate } from '../ui/late.ts';
import { ArrivalsPill } from './arrivals-pill.tsx';
import { EveryoneReplied, useIsEveryoneAnswered } from './everyone-replied.tsx';
import { ListMenu } from './list-menu.tsx';
import { EmptyList, FailedList, ListSkeleton, PausedFoot } from './list-states.tsx';
import { Importing } from './importing.tsx';
import { Rows } from './rows.tsx';
import { TodayLine } from './today-line.tsx';
import { SearchField } from './search/search-field.tsx';
import { onDemand } from '../ui/lazily.tsx';
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
      onClick={() => void show({ view: 'needs_reply', query: '' })}
    >
      <IconChevronLeft size={14} stroke={1.75} aria-hidden />
      {t('list.backFromOlder')}
    </button>
  );
};

const SelectionBar = onDemand(() => import('./selection-bar.tsx'), 'SelectionBar');

const useIsSelecting = (): boolean => {
  const isActing = useStore(useInboxStores().bulk, ({ underWay }) => underWay !== null);
  return useSelecting(({ selection }) => !isEmptySelection(selection)) || isActing;
};

/** @param alone whether no conversation fits next to the list */
export const LeadList = ({ alone = false }: { readonly alone?: boolean }) => {
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
          <ListSkeleton rows={10} />
        ) : state === 'failed' ? (
          <FailedList />
        ) : !isEmpty ? (
          <Rows height={heights[density]} />
        ) : isEveryoneAnswered ? (
          // Otherwise the pane of the conversation shows it.
          alone && <EveryoneReplied opensNext={false} />
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
