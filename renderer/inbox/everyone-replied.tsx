/** Shown when no lead needs a reply, with today's reply time and the leads that are still pending. */
import { Button } from '@mantine/core';
import { IconCircleCheck, IconInbox } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseCountedAccounts } from '../accounts/accounts.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { useCounts } from '../leads/counts.ts';
import { useLeads } from '../leads/stores.ts';
import { useSession } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useWaitWords } from '../ui/time-words.ts';
import styles from './inbox.module.css';

/** True if Needs reply is loaded and empty, although there are leads. */
export const useIsEveryoneAnswered = (): boolean => {
  const isEmpty = useLeads(
    ({ view, query, state, length }) =>
      view === 'needs_reply' && query === '' && state === 'ready' && length === 0,
  );
  const { counts, isBusinessGone } = useCounts();
  return isEmpty && !isBusinessGone && counts !== null && counts.all + counts.archived > 0;
};

/** @param opensNext true if the next lead opens here automatically */
export const EveryoneReplied = ({ opensNext }: { readonly opensNext: boolean }) => {
  const { t } = useTranslation();
  const words = useWaitWords();
  const today = useAnswer('insights.today', {}).value;
  const show = useLeads((state) => state.show);
  const go = useSession((state) => state.go);
  const { counts } = useCounts();
  const accounts = chooseCountedAccounts(useAccounts());
  const { firstReplies = 0, medianMs = null } = today ?? {};
  const pending = (['outgoing', 'older'] as const)
    .map((view) => ({ view, count: counts?.[view] ?? 0 }))
    .filter(({ count }) => count > 0);
  // Needs reply lists no test leads, so it is empty even while some are unanswered.
  const hasOnlyTests =
    accounts.length > 0 && accounts.every(({ environment }) => environment === 'staging');
  return (
    <section className={styles.none} aria-label={t('thread.everyone.label')}>
      {hasOnlyTests ? (
        <EmptyState
          icon={IconInbox}
          iconSize={32}
          title={t('thread.everyone.testsTitle')}
          text={t('thread.everyone.tests')}
          action={{ label: t('empty.showAll'), run: () => void show({ view: 'all' }) }}
        />
      ) : (
        <EmptyState
          icon={IconCircleCheck}
          iconSize={32}
          title={t(pending.length === 0 ? 'thread.everyone.title' : 'thread.everyone.titleOfRest')}
          text={t(opensNext ? 'thread.everyone.next' : 'thread.everyone.text')}
        >
          {pending.length > 0 && (
            <p className={styles.left}>
              {pending.map(({ view, count }) => (
                <Button key={view} variant="link" h={24} px={4} onClick={() => void show({ view })}>
                  {t(`thread.everyone.${view}`, { count })}
                </Button>
              ))}
            </p>
          )}
          {medianMs !== null && (
            <button type="button" className={styles.figure} onClick={() => go('insights')}>
              <strong>{words(medianMs)}</strong>
              <span>{t('thread.everyone.figure', { count: firstReplies })}</span>
            </button>
          )}
        </EmptyState>
      )}
    </section>
  );
};
