/** The first screen: what this is, and the two ways to begin. */
import { Button } from '@mantine/core';
import { IconFlask, IconLock, IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import { useSession, useStores } from '../state/stores.ts';
import { useTicking } from '../state/ticker.ts';
import { Flame } from '../ui/flame.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './welcome.module.css';

const Starting = ({ since }: { readonly since: number }) => {
  const { t } = useTranslation();
  const seconds = useTicking(useStores().seconds, (now) => Math.floor((now - since) / 1000));
  return (
    <div role="status" className={styles.progress}>
      <Spinner />
      <span>
        {t('welcome.practice.starting')}{' '}
        <span className="tabular" aria-hidden>
          {seconds > 0 && t('welcome.practice.seconds', { seconds })}
        </span>
      </span>
    </div>
  );
};

export const Welcome = () => {
  const { t } = useTranslation();
  const { bridge, queries, leads, seconds } = useStores();
  const go = useSession((state) => state.go);
  const [since, setSince] = useState<number | null>(null);
  const [error, setError] = useState<Failure | null>(null);

  const practise = async (): Promise<void> => {
    setError(null);
    setSince(seconds.now());
    const answer = await bridge.invoke('connect.practice', {});
    setSince(null);
    if (!answer.ok) {
      setError(answer.error);
      return;
    }
    void queries.reread('connect.accounts', 'connection.report', 'views.counts');
    void leads.getState().reread();
    go('inbox');
  };

  return (
    <main className={styles.welcome}>
      <div className={styles.inner}>
        <Flame size={56} />
        <h1>{t('welcome.title')}</h1>
        <p className={styles.intro}>{t('welcome.text')}</p>
        <div className={styles.ways}>
          <section className={styles.way}>
            <IconPlugConnected size={24} stroke={1.5} aria-hidden />
            <h2>{t('welcome.connect.title')}</h2>
            <p>{t('welcome.connect.text')}</p>
            <Button variant="filled" disabled={since !== null} onClick={() => go('connect')}>
              {t('welcome.connect.action')}
            </Button>
          </section>
          <section className={styles.way}>
            <IconFlask size={24} stroke={1.5} aria-hidden />
            <h2>{t('welcome.practice.title')}</h2>
            <p>{t('welcome.practice.text')}</p>
            {since === null ? (
              <Button variant="default" onClick={() => void practise()}>
                {t('welcome.practice.action')}
              </Button>
            ) : (
              <Starting since={since} />
            )}
          </section>
        </div>
        {error !== null && (
          <div className={styles.failure}>
            <FailureBox
              error={error}
              action={{ label: t('common.retry'), run: () => void practise() }}
            />
          </div>
        )}
        <p className={styles.private}>
          <IconLock size={16} stroke={1.75} aria-hidden />
          {t('welcome.private')}
        </p>
      </div>
    </main>
  );
};
