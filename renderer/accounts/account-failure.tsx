/** A failure of one account, with one remedy: sign in again, use another profile, or retry. */
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { useSession } from '../platform/stores.ts';
import { useAccountStores } from './stores.ts';
import { useAccounts } from './use-accounts.ts';
import { FailureBox, type FailureWords } from '../ui/failure-box.tsx';

type Props = Pick<ComponentProps<typeof FailureBox>, 'error' | 'className' | 'mt' | 'retry'> & {
  readonly accountID: AccountID | null;
  /** Replaces the usual texts of these codes. */
  readonly words?: Readonly<Partial<Record<ErrorCode, FailureWords>>>;
  /** True if another account may have the permission that this one lacks. */
  readonly otherAccountMay?: boolean;
  /** Part of the scope's name that the request needs. */
  readonly scope?: string;
};

export const AccountFailure = ({
  accountID,
  words,
  otherAccountMay = false,
  scope,
  retry,
  ...box
}: Props) => {
  const { error } = box;
  const { t } = useTranslation();
  const { reconnect } = useAccountStores();
  const go = useSession((state) => state.go);
  const account = useAccounts().find((each) => each.accountID === accountID);
  if (error === null) return null;
  const isPractice = account?.practice === true;
  // Reconnecting requests the same scopes again.
  const isScopeMissing =
    error.code === 'scope_missing' &&
    scope !== undefined &&
    account !== undefined &&
    [...account.scopes, ...account.missingScopes].every((each) => !each.includes(scope));
  if (isScopeMissing || error.code === 'connect_refused')
    return (
      <FailureBox
        {...box}
        words={
          isScopeMissing ? t('otherProfile.scope', { returnObjects: true }) : words?.[error.code]
        }
        action={{ label: t('connect.profile.other'), run: () => go('connect') }}
      />
    );
  const isSignIn =
    ['scope_missing', 'reconnect_needed'].includes(error.code) ||
    (otherAccountMay && error.code === 'forbidden');
  const signIn =
    isSignIn && accountID !== null
      ? {
          label: t('connection.reconnect'),
          // Practice starts on the welcome screen.
          run: () => (isPractice ? go('welcome') : void reconnect(accountID)),
        }
      : undefined;
  return <FailureBox {...box} words={words?.[error.code]} action={signIn} retry={retry} />;
};
