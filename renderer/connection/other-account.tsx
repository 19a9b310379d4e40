/** Asks for another email, because the browser would sign in with the connected account again. */
import { useTranslation } from 'react-i18next';
import { longestEmail } from '../../contract/limits.ts';
import type { PublicProfile } from '../../contract/profile.ts';
import type { Account } from '../../contract/accounts.ts';
import { capabilitiesOf } from '../../contract/generations.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import styles from './welcome.module.css';

const isConnectedAt = (account: Account, profile: PublicProfile): boolean =>
  !account.practice &&
  capabilitiesOf(account).isCurrent &&
  capabilitiesOf(profile).isCurrent &&
  account.environment === profile.environment &&
  account.host === new URL(profile.baseUrl).host &&
  account.grant.state === 'connected';

type Props = {
  readonly profile: PublicProfile;
  readonly email: string;
  readonly onEmail: (email: string) => void;
};

export const OtherAccount = ({ profile, email, onEmail }: Props) => {
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
        maxLength={longestEmail}
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
    </div>
  );
};
