/** Result of a move: the matched and the other leads, and the arrival of new ones. */
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStepAction, useMove } from './move.ts';
import { deriveLeadFlow, type LeadFlow } from '../accounts/lead-flow.ts';
import { useLeads } from '../leads/stores.ts';
import { useSession } from '../platform/stores.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import styles from './move.module.css';

const arrivalKeys = {
  instant: 'summary.direct',
  unproven: 'summary.direct',
  checked: 'summary.polled',
  broken: 'summary.polled',
  unused: 'summary.polled',
  unknown: 'summary.polled',
  away: 'summary.polled',
  lost: 'summary.cut',
  noPassword: 'summary.cut',
  signInRefused: 'summary.cut',
  signedOut: 'summary.cut',
} as const satisfies Readonly<Record<LeadFlow, string>>;

export const Summary = () => {
  const { t } = useTranslation('move');
  const { move, newAccount, report, match, chooseAgain } = useMove();
  const { error } = useStepAction('match');
  const go = useSession((state) => state.go);
  const show = useLeads((state) => state.show);
  const title = useRef<HTMLHeadingElement>(null);
  const { matched, kept } = move.matching;
  const isProbablyWrong = matched === 0 && kept > 0;
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={styles.summary} aria-labelledby="move-summary" data-summary>
      <h2 id="move-summary" ref={title} tabIndex={-1}>
        <IconCircleCheck size={20} aria-hidden />
        {t('summary.title')}
      </h2>
      <ul>
        {!isProbablyWrong && <li>{t('summary.matched', { count: matched })}</li>}
        {kept > 0 && <li>{t('summary.kept', { count: kept })}</li>}
        {isProbablyWrong && <li>{t('summary.wrong')}</li>}
        {newAccount !== null && <li>{t(arrivalKeys[deriveLeadFlow(newAccount, report)])}</li>}
      </ul>
      <FailureBox error={error} />
      <div className={styles.actions}>
        <Button
          variant="filled"
          onClick={() => {
            void show({ view: 'all', business: null, query: '' });
            go('inbox');
          }}
        >
          {t('summary.inbox')}
        </Button>
        {kept > 0 && <Button onClick={() => void match()}>{t('summary.again')}</Button>}
        {isProbablyWrong && (
          <Button variant="subtle" onClick={chooseAgain}>
            {t('summary.other')}
          </Button>
        )}
      </div>
    </section>
  );
};
