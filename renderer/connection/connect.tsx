/** Connecting an account: the profile, its permissions, the sign-in in the browser, the outcome. */
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { ImportedProfile, PublicProfile } from '../../contract/profile.ts';
import { maxEmailLength } from '../../contract/limits.ts';
import type { Account } from '../../contract/accounts.ts';
import { getCapabilities } from '../../contract/generations.ts';
import { findMissedAccount } from '../accounts/accounts.ts';
import { useAccountStores, useConnecting } from '../accounts/stores.ts';
import { useSession } from '../platform/stores.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { BackButton } from '../ui/back-button.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { NarrowPage } from '../ui/narrow-page.tsx';
import { Attempt } from './attempt.tsx';
import { ProfileImport } from './profile-import.tsx';
import { useScopeName } from './scopes.ts';
import styles from './welcome.module.css';

const isConnectedAt = (account: Account, profile: PublicProfile): boolean =>
  !account.practice &&
  getCapabilities(account).isCurrent &&
  getCapabilities(profile).isCurrent &&
  account.environment === profile.environment &&
  account.host === new URL(profile.baseUrl).host &&
  account.grant.state === 'connected';

type Props = {
  readonly profile: PublicProfile;
  readonly email: string;
  readonly onEmail: (email: string) => void;
};

/** Asks for another email, because the browser would sign in with the connected account again. */
const OtherAccount = ({ profile, email, onEmail }: Props) => {
  const { t, i18n } = useTranslation();
  const connected = useAccounts().filter((account) => isConnectedAt(account, profile));
  if (connected.length === 0) return null;
  const names = connected.map((account) => account.userName || account.email || account.accountID);
  const accounts = new Intl.ListFormat(i18n.language).format(names);
  return (
    <div className={styles.other}>
      <p>
        <bdi>{t('connect.otherAccount.text', { accounts })}</bdi>
      </p>
      <label htmlFor="other-account">{t('connect.otherAccount.label')}</label>
      <input
        id="other-account"
        className={styles.field}
        type="email"
        spellCheck={false}
        maxLength={maxEmailLength}
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
    </div>
  );
};

type ReviewProps = { readonly imported: ImportedProfile; readonly onOther: () => void };

const Review = ({ imported: { profileID, profile, signInHosts }, onOther }: ReviewProps) => {
  const { t } = useTranslation();
  const scopeName = useScopeName();
  const start = useConnecting((state) => state.start);
  const [error, setError] = useState<Failure | null>(null);
  const [email, setEmail] = useState('');
  const connect = async (): Promise<void> => {
    const address = email.trim();
    setError(await start({ profileID, ...(address !== '' && { email: address }) }));
  };
  const facts = [
    ['service', profile.name],
    ['environment', t(`connect.environments.${profile.environment}`)],
    ['host', new URL(profile.baseUrl).host],
    ['signIn', signInHosts.join(', ')],
    ['interface', t(`connect.interfaces.${profile.interface}`)],
  ] as const;
  return (
    <>
      <section className={styles.review} aria-label={profile.name}>
        <dl>
          {facts.map(([name, fact]) => (
            <Fragment key={name}>
              <dt>{t(`connect.review.${name}`)}</dt>
              <dd>
                <bdi>{fact}</bdi>
              </dd>
            </Fragment>
          ))}
        </dl>
        <div className={styles.asks}>
          <p>{t('connect.review.asks')}</p>
          <ul>
            {profile.scopes.map((scope) => (
              <li key={scope} title={scope}>
                <IconCheck size={16} aria-hidden />
                <bdi>{scopeName(scope)}</bdi>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <OtherAccount profile={profile} email={email} onEmail={setEmail} />
      <FailureBox error={error} mt={16} />
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

/** A newly opened profile file restarts the steps. */
export const Connect = () => <Steps key={useSession((state) => state.openedProfileCount)} />;

const Steps = () => {
  const { t } = useTranslation();
  const { attempt, cancel, forgetAttempt: forget } = useConnecting((state) => state);
  const { connecting } = useAccountStores();
  const accounts = useAccounts();
  const isProfileKnown = useSession(
    ({ info, openedProfileCount, builtInProfile }) =>
      (info?.profile ?? null) !== null || openedProfileCount > 0 || builtInProfile !== null,
  );
  const go = useSession((state) => state.go);
  const [hasProfile, setHasProfile] = useState(isProfileKnown);
  const [imported, setImported] = useState<ImportedProfile | null>(null);
  const chooseOther = (): void => {
    setHasProfile(false);
    setImported(null);
  };
  const isDone = useConnecting(
    (state) => state.attempt?.state === 'done' && findMissedAccount(accounts, state) === null,
  );

  // A connected account is shown in the inbox.
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => {
      forget();
      go('inbox');
    }, 1_200);
    return () => clearTimeout(timer);
  }, [isDone, forget, go]);

  // A finished attempt is not shown again.
  useEffect(
    () => () => {
      const { attempt: last } = connecting.getState();
      if (last?.state === 'done' || last?.state === 'failed') forget();
    },
    [connecting, forget],
  );

  const goBack = (): void => {
    void cancel();
    go(accounts.length === 0 ? 'welcome' : 'connection');
  };

  return (
    <NarrowPage
      title={t('connect.title')}
      back={<BackButton label={t('connect.back')} onClick={goBack} />}
    >
      {attempt !== null ? (
        <Attempt
          attempt={attempt}
          onOther={() => {
            forget();
            chooseOther();
          }}
        />
      ) : imported !== null ? (
        <Review imported={imported} onOther={chooseOther} />
      ) : (
        <>
          <p className={styles.explain}>{t('connect.profile.text')}</p>
          <ProfileImport hasProfile={hasProfile} onRead={setImported} />
        </>
      )}
    </NarrowPage>
  );
};
