/** First step: importing a v4 profile, or choosing an account that is already connected. */
import { Button } from '@mantine/core';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportedProfile } from '../../contract/profile.ts';
import { useStepAction, useMove } from './move.ts';
import { getCapabilities } from '../../contract/generations.ts';
import type { Attempt } from '../accounts/connecting.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { FailureBox, type FailureWords } from '../ui/failure-box.tsx';
import type { Account } from '../../contract/accounts.ts';
import styles from './move.module.css';

/** Components of another area, passed in by renderer/app/pages/move.tsx. */
export type ConnectionParts = {
  readonly Attempt: ComponentType<{ readonly attempt: Attempt }>;
  readonly NotNotified: ComponentType<{ readonly account: Account }>;
  readonly ProfileImport: ComponentType<{
    readonly hasProfile: boolean;
    readonly onRead: (profile: ImportedProfile) => void;
  }>;
};

type Props = Pick<ConnectionParts, 'ProfileImport'> & {
  /** Null without a previous choice. */
  readonly onKeep: (() => void) | null;
  readonly onChosen: () => void;
};

/** Name of an account with its profile, because a profile may have several accounts. */
export const formatAccount = ({ userName, email, profileName }: Account): string =>
  userName || email ? `${userName || email} (${profileName})` : profileName;

type Profile = ImportedProfile['profile'];

const invalid = { code: 'profile_invalid', message: '' } as const;

export const ProfileStep = ({ ProfileImport, onKeep, onChosen }: Props) => {
  const { t } = useTranslation(['move', 'translation']);
  const accounts = useAccounts();
  const { legacy, choose } = useMove();
  const { error } = useStepAction('profile');
  const [imported, setImported] = useState<Profile | null>(null);
  const usableAccounts = accounts.filter(
    (account) =>
      getCapabilities(account).isCurrent &&
      account.environment === legacy.environment &&
      account.grant.state === 'connected' &&
      !account.practice,
  );

  /** The reason why the profile cannot be used; null if it can. */
  const findRefusal = (profile: Profile): FailureWords | null => {
    if (!getCapabilities(profile).isCurrent) return t('profile.legacy', { returnObjects: true });
    if (profile.environment === legacy.environment) return null;
    const theirs = t(`translation:connect.environments.${profile.environment}`);
    const ours = t(`translation:connect.environments.${legacy.environment}`);
    return {
      what: t('profile.environment.what', { theirs }),
      means: t('profile.environment.means', { ours }),
      act: t('profile.environment.act'),
    };
  };
  const chooseProfile = async ({ profileID, profile }: ImportedProfile): Promise<void> => {
    setImported(profile);
    if (findRefusal(profile) === null && (await choose('profile', { profileID }))) onChosen();
  };
  const chooseAccount = async (account: Account): Promise<void> => {
    if (await choose('profile', { to: account.accountID })) onChosen();
  };

  const refusal = imported && findRefusal(imported);
  return (
    <>
      <p>{t('profile.text')}</p>
      <ProfileImport hasProfile={false} onRead={(read) => void chooseProfile(read)} />
      {refusal !== null && <FailureBox error={invalid} words={refusal} />}
      <FailureBox error={error} />
      {usableAccounts.length > 0 && (
        <>
          <p>{t('profile.connected')}</p>
          <div className={styles.actions}>
            {usableAccounts.map((account) => (
              <Button key={account.accountID} onClick={() => void chooseAccount(account)}>
                <bdi>{t('profile.use', { name: formatAccount(account) })}</bdi>
              </Button>
            ))}
          </div>
        </>
      )}
      {onKeep !== null && (
        <div className={styles.actions}>
          <Button variant="subtle" onClick={onKeep}>
            {t('profile.keep')}
          </Button>
        </div>
      )}
    </>
  );
};
