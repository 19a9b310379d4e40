/** Why a test lead was not made or not taken in, in the words of this screen. */
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { AccountFailure } from '../accounts/account-failure.tsx';

/** @param of the call at staging, or taking its lead in at the account's service */
type Props = {
  readonly of: 'call' | 'takeIn';
  readonly error: Failure;
  readonly accountID: AccountID;
  readonly again?: () => void;
};

export const StagingFailure = ({ of, error, accountID, again }: Props) => {
  const { t } = useTranslation('staging');
  const words = t(`failures.${of}`, { returnObjects: true });
  return <AccountFailure error={error} accountID={accountID} words={words} retry={again} />;
};
