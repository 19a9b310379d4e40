/** Connecting an account: a profile, what will be asked for, the browser, and how it ended. */
import { Button } from '@mantine/core';
import { IconArrowLeft, IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { ImportedProfile } from '../../contract/profile.ts';
import { missedAccount } from '../accounts/accounts.ts';
import { useConnecting } from '../accounts/stores.ts';
import { useSession } from '../platform/stores.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { Attempt } from './attempt.tsx';
import { OtherAccount } from './other-account.tsx';
import { ProfileImport } from './profile-import.tsx';
import { scopeWord } from './scopes.ts';
import styles from './welcome.module.css';

type ReviewProps = { readonly read: ImportedProfile; readonly onOther: () => void };

const Review = ({ read: { profileID, profile, signInHosts }, onOther }: ReviewProps) => {
  const { t } = useTranslation();
  const start = useConnecting((state) => state.start);
  const [error, setError] = useState<Failure | null>(null);
  const [email, setEmail] = useState('');
  const connect = async (): Promise<void> => {
    const address = email.trim();
    setError(await start({ profileID, ...(address !== '' && { email: address }) }));
  };
  return (
    <>
      <section className={styles.review} aria-label={profile.name}>
        <dl>
          <dt>{t('connect.review.service')}</dt>
          <dd>
            <bdi>{profile.name}</bdi>
          </dd>
          <dt>{t('connect.review.environment')}</dt>
          <dd>{t(`connect.environments.${profile.environment}`)}</dd>
          <dt>{t('connect.review.host')}</dt>
          <dd>
            <bdi>{new URL(profile.baseUrl).host}</bdi>
          </dd>
          <dt>{t('connect.review.signIn')}</dt>
          <dd>
            <bdi>{signInHosts.join(', ')}</bdi>
          </dd>
          <dt>{t('connect.review.interface')}</dt>
          <dd>{t(`connect.interfaces.${profile.interface}`)}</dd>
        </dl>
        <div className={styles.asks}>
          <p>{t('connect.review.asks')}</p>
          <ul>
            {profile.scopes.map((scope) => {
              const word = scopeWord(scope);
              return (
                <li key={scope} title={scope}>
                  <IconCheck size={16} aria-hidden />
                  <bdi>{word === null ? scope : t(`connect.scopes.${word}`)}</bdi>
                </li>
              );
            })}
          </ul>
        </div>
      </section>
      <OtherAccount profile={profile} email={email} onEmail={setEmail} />
      {error !== null && (
        <div className={styles.failure}>
          <FailureBox error={error} />
        </div>
      )}
      <div className={styles.row}>
        <Button variant="filled" onClick={() => void connect()}>
          {t('connect.review.connect')}
        </Button>
        <Button variant="subtle" onClick={onOther}>
          {t('connect.profile.other')}
        </Button>
      </div>
    </>
  );
};

/** A profile that is opened as a file is read where another one was shown. */
export const Connect = () => <Steps key={useSession((state) => state.openedProfiles)} />;

const Steps = () => {
  const { t } = useTranslation();
  const attempt = useConnecting((state) => state.attempt);
  const cancel = useConnecting((state) => state.cancel);
  const forget = useConnecting((state) => state.forgetAttempt);
  const accounts = useAccounts();
  const named = useSession(
    ({ info, openedProfiles, builtInProfile }) =>
      (info?.profile ?? null) !== null || openedProfiles > 0 || builtInProfile !== null,
  );
  const go = useSession((state) => state.go);
  const [given, setGiven] = useState(named);
  const [read, setRead] = useState<ImportedProfile | null>(null);
  const readOther = (): void => {
    setGiven(false);
    setRead(null);
  };
  const done = useConnecting(
    (state) => state.attempt?.state === 'done' && missedAccount(accounts, state) === null,
  );

  // What is connected is best seen in the inbox.
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => {
      forget();
      go('inbox');
    }, 1_200);
    return () => clearTimeout(timer);
  }, [done, forget, go]);

  const back = (): void => {
    void cancel();
    go(accounts.length === 0 ? 'welcome' : 'connection');
  };

  return (
    <main className={styles.welcome} data-steps>
      <div className={styles.narrow}>
        <Button
          variant="subtle"
          className={styles.back}
          px={8}
          leftSection={<IconArrowLeft size={16} />}
          onClick={back}
        >
          {t('connect.back')}
        </Button>
        <h1>{t('connect.title')}</h1>
        {attempt !== null ? (
          <Attempt attempt={attempt} />
        ) : read !== null ? (
          <Review read={read} onOther={readOther} />
        ) : (
          <>
            <p className={styles.explain}>{t('connect.profile.text')}</p>
            <ProfileImport given={given} onRead={setRead} />
          </>
        )}
      </div>
    </main>
  );
};
