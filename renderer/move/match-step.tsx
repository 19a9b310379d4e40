/** Fifth step: matching the leads one by one. It can be stopped and resumed. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStepAction, useMove } from './move.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import styles from './move.module.css';

const Counts = () => {
  const { t } = useTranslation('move');
  const { matched, kept, left } = useMove().move.matching;
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={t('match.progress')}
        max={matched + kept + left}
        value={matched + kept}
      />
      <p className="tabular" data-counts>
        {t('match.counts', { matched, kept, left })}
      </p>
    </>
  );
};

export const MatchStep = () => {
  const { t } = useTranslation('move');
  const { move, match, stop } = useMove();
  const { error } = useStepAction('match');
  const { state, matched, kept, left, reason } = move.matching;
  const resume = { label: t('match.resume'), run: () => void match() };
  return (
    <>
      <p>{t('match.text', { count: matched + kept + left })}</p>
      {left > 0 && <p>{t('match.kept')}</p>}
      {state !== 'waiting' && <Counts />}
      <FailureBox error={error} />
      {state === 'running' && <p>{t('match.running')}</p>}
      {state === 'stopped' && reason !== null && <FailureBox error={reason} action={resume} />}
      {state === 'stopped' && reason === null && <p>{t('match.stopped')}</p>}
      <div className={styles.actions}>
        {state === 'waiting' && (
          <Button variant="filled" onClick={() => void match()}>
            {t(left > 0 ? 'match.action' : 'match.finish')}
          </Button>
        )}
        {state === 'running' && <Button onClick={() => void stop()}>{t('match.stop')}</Button>}
        {state === 'stopped' && reason === null && (
          <Button variant="filled" onClick={resume.run}>
            {resume.label}
          </Button>
        )}
      </div>
    </>
  );
};
