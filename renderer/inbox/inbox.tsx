/** The inbox: list and conversation side by side, or alternating in a narrow window. */
import { Suspense, useEffect, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useCounts } from '../leads/counts.ts';
import { isEmptySelection } from '../leads/selection-model.ts';
import { useConversation, useLeads, useSelecting } from '../leads/stores.ts';
import { usePlatform } from '../platform/stores.ts';
import { useRememberedWidth } from '../platform/remembered.ts';
import { useLayoutWidth, type LayoutWidth } from '../ui/width.ts';
import { runAfterPaint } from '../ui/late.ts';
import { useFirstLead } from './first-lead.ts';
import { useFirstReplyToast } from './first-reply.ts';
import { LeadList } from './lead-list.tsx';
import { useNextArrival } from './next-arrival.ts';
import { NoLead } from './no-lead.tsx';
import { Splitter } from './splitter.tsx';
import { loadOnDemand } from '../ui/lazily.tsx';
import styles from './inbox.module.css';

const SelectionSummary = loadOnDemand(
  () => import('./selection-summary.tsx'),
  'SelectionSummary',
  <div className={styles.rest} />,
);

type Props = {
  readonly Thread: ComponentType<{ readonly width: LayoutWidth }>;
  /** Preloads the code of the thread. */
  readonly loadThread: () => Promise<unknown>;
};

/** Reports to main, once, that the first leads, or an empty list, are visible. */
const useFirstPaint = (loadThread: Props['loadThread']): void => {
  const { bridge } = usePlatform();
  const isReady = useLeads((state) => state.state === 'ready');
  const { counts } = useCounts();
  const [leads, needsReply] = [counts?.all ?? null, counts?.needs_reply ?? null];
  const isVisible = isReady && leads !== null && needsReply !== null;
  useEffect(() => {
    if (!isVisible) return;
    return runAfterPaint(() => {
      if (document.documentElement.dataset.painted !== undefined) return;
      document.documentElement.dataset.painted = 'leads';
      void bridge.invoke('shell.painted', { leads, needsReply });
      void loadThread();
    });
  }, [isVisible, bridge, leads, needsReply, loadThread]);
};

export const Inbox = ({ Thread, loadThread }: Props) => {
  const { t } = useTranslation();
  const width = useLayoutWidth();
  const [listWidth, setListWidth] = useRememberedWidth(
    'list.width',
    window.innerWidth < 1440 ? 340 : 360,
  );
  const view = useLeads((state) => state.view);
  const isSelecting = useSelecting(({ selection }) => !isEmptySelection(selection));
  const hasSeveral = useSelecting(({ count }) => count > 1);
  const isOpen = useConversation((state) => state.leadID !== null);
  useFirstPaint(loadThread);
  useFirstLead(width);
  useNextArrival(width);
  useFirstReplyToast();
  const isNarrow = width === 'narrow';
  // In a narrow window a selection stays in the list.
  const isThreadShown = isOpen && !(isNarrow && isSelecting);
  return (
    <main className={styles.inbox}>
      <h1 className="hidden-visually">{t(`views.${view}.name`)}</h1>
      {!(isNarrow && isThreadShown) && (
        <div className={styles.pane} style={isNarrow ? { flex: 1 } : { width: listWidth }}>
          <LeadList isAlone={isNarrow} />
        </div>
      )}
      {!isNarrow && <Splitter width={listWidth} onChange={setListWidth} />}
      {!(isNarrow && !isThreadShown) &&
        (hasSeveral ? (
          <SelectionSummary />
        ) : isThreadShown ? (
          <Suspense fallback={<div className={styles.rest} />}>
            <Thread width={width} />
          </Suspense>
        ) : (
          <NoLead />
        ))}
    </main>
  );
};
