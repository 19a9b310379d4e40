/** A failure of one account, with one remedy: sign in again, use another profile, or retry. */
import { useTranslation } from 'react-i18next';
import type { ErrorCode, Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { useSession } from '../platform/stores.ts';
import { useAccountStores } from './stores.ts';
import { useAccounts } from './use-accounts.ts';
import { FailureBox, type FailureWords } from '../ui/failure-box.tsx';

type Props = {
  readonly error: Failure | null;
  /** Class of a block around the failure, for its spacing. */
  readonly className?: string | undefined;
  readonly accountID: AccountID | null;
  /** Replaces the usual texts of these codes. */
  readonly words?: Readonly<Partial<Record<ErrorCode, FailureWords>>>;
  /** True if another account may have the permission that this one lacks. */
  readonly otherAccountMay?: boolean;
  /** Part of the scope's name that the request needs. */
  readonly scope?: string;
  readonly retry?: (() => void) | undefined;
};

export const AccountFailure = ({
  error,
  className,
  accountID,
  words,
  otherAccountMay = false,
  scope,
  retry,
}: Props) => {
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
        error={error}
        className={className}
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
  return (
    <FailureBox
      error={error}
      className={className}
      words={words?.[error.code]}
      action={signIn}
      retry={retry}
    />
  );
};
