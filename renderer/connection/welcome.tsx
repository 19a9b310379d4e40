/** The first screen: the introduction, sample leads, connecting, joining a team, and restoring a backup. */
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import { useSession } from '../platform/stores.ts';
import { useLeadStores } from '../leads/stores.ts';
import { useRestore } from '../ui/restore.tsx';
import { useTicking } from '../platform/ticker.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Flame } from '../ui/flame.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { InboxPicture } from './inbox-picture.tsx';
import styles from './welcome.module.css';

const Starting = ({ since }: { readonly since: number }) => {
  const { t } = useTranslation('welcome');
  const seconds = useTicking(useLeadStores().seconds, (now) => Math.floor((now - since) / 1000));
  return (
    <div role="status" className={styles.progress}>
      <Spinner />
      <span>
        {t('practice.starting')}{' '}
        <span className="tabular" aria-hidden>
          {seconds > 0 && t('practice.seconds', { seconds })}
        </span>
      </span>
    </div>
  );
};

/** Restores a backup from another computer, then opens the inbox. */
const RestoreLink = ({ isBusy }: { readonly isBusy: boolean }) => {
  const { t } = useTranslation(['welcome', 'data']);
  const { choose, isReading, error, question } = useRestore(t('data:restoreFirst'));
  const go = useSession((state) => state.go);
  const work = useAnswer('files.work', {}).value?.work;
  /** The work when this screen was opened: an earlier restore must not close it. */
  const before = useRef(work);
  useEffect(() => {
    if (before.current === undefined) before.current = work;
    if (work?.kind === 'restore' && work.state === 'done' && work !== before.current) go('inbox');
  }, [work, go]);
  return (
    <>
      <p className={styles.return}>
        {t('restore.question')}
        <BusyButton variant="subtle" px={6} h={28} busy={isBusy || isReading} onClick={choose}>
          {isReading ? t('data:reading') : t('restore.action')}
        </BusyButton>
      </p>
      <FailureBox error={error} mt={16} />
      {question}
    </>
  );
};

export const Welcome = () => {
  const { t } = useTranslation('welcome');
  const { bridge, queries, leads, seconds, session } = useLeadStores();
  const go = useSession((state) => state.go);
  const [since, setSince] = useState<number | null>(null);
  const [error, setError] = useState<Failure | null>(null);
  const builtIn = useAnswer('connect.builtInProfiles', {}).value?.profiles ?? [];
  const firstButton = useRef<HTMLButtonElement>(null);
  // Otherwise Tab would begin at the edge of the window.
  useEffect(() => {
    if (document.activeElement === document.body) firstButton.current?.focus();
  }, []);
  const isRestoring = useAnswer('files.work', {}).value?.work?.state === 'running';
  const isBusy = since !== null || isRestoring;

  const startPractice = async (): Promise<void> => {
    setError(null);
    setSince(seconds.now());
    const answer = await bridge.invoke('connect.practice', {});
    setSince(null);
    if (!answer.ok) {
      setError(answer.error);
      return;
    }
    void queries.refetch('connect.accounts', 'connection.report', 'views.counts');
    void leads.getState().refetch();
    go('inbox');
  };

  return (
    <main className={styles.welcome}>
      <div className={styles.inner}>
        <div className={styles.begin}>
          <Flame size={48} />
          <h1>{t('title')}</h1>
          <p className={styles.intro}>{t('text')}</p>
          <div className={styles.choice}>
            {since === null ? (
              <Button
                ref={firstButton}
                variant="filled"
                size="md"
                disabled={isRestoring}
                onClick={() => void startPractice()}
              >
                {t('practice.action')}
              </Button>
            ) : (
              <Starting since={since} />
            )}
            <p>{t('practice.text')}</p>
          </div>
          {builtIn.map(({ file, name }) => (
            <div key={file} className={styles.choice}>
              <Button
                size="md"
                disabled={isBusy}
                onClick={() => session.setState({ screen: 'connect', builtInProfile: file })}
              >
                {t('connect.to', { name })}
              </Button>
            </div>
          ))}
          <div className={styles.choice}>
            <Button
              variant={builtIn.length === 0 ? 'default' : 'subtle'}
              size="md"
              disabled={isBusy}
              onClick={() => go('connect')}
            >
              {t(builtIn.length === 0 ? 'connect.action' : 'connect.other')}
            </Button>
            {builtIn.length === 0 && <p>{t('connect.text')}</p>}
          </div>
          <p className={styles.return}>
            {t('team.question')}
            <Button variant="subtle" px={6} h={28} disabled={isBusy} onClick={() => go('join')}>
              {t('team.action')}
            </Button>
          </p>
          <RestoreLink isBusy={isBusy} />
          <FailureBox error={error} mt={16} retry={() => void startPractice()} />
          <p className={styles.private}>
            <IconLock size={16} stroke={1.75} aria-hidden />
            {t('private')}
          </p>
        </div>
        <InboxPicture />
      </div>
    </main>
  );
};
