/** Why something about phone numbers could not be done: what it means for them, and what to do. */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type en from '../../resources/locales/en/phoneNumbers.json';
import type { ErrorCode, Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { useConnection, useSession, useStores } from '../state/stores.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './phone-numbers.module.css';

type Words = { readonly what: string; readonly means: string; readonly act: string };
type Known = keyof (typeof en)['refusals'];

const known: ReadonlySet<string> = new Set<Known>([
  'conflict',
  'rejected',
  'invalid_input',
  'scope_missing',
  'reconnect_needed',
  'forbidden',
  'gone',
  'offline',
  'timeout',
  'rate_limited',
  'service_unavailable',
  'unexpected_answer',
  'outcome_unknown',
]);
const isKnown = (code: ErrorCode): code is Known => known.has(code);

/** The words for a failure: those for numbers, or those that every screen has. */
export const useRefusalWords = (): ((code: ErrorCode) => Words) => {
  const { t } = useTranslation('phoneNumbers');
  const { t: common } = useTranslation();
  return (code) =>
    isKnown(code)
      ? {
          what: t(`refusals.${code}.what`),
          means: t(`refusals.${code}.means`),
          act: t(`refusals.${code}.act`),
        }
      : {
          what: common(`errors.${code}.what`),
          means: common(`errors.${code}.means`),
          act: common(`errors.${code}.act`),
        };
};

/** Signs the account in again; the practice account begins again on the welcome screen. */
const Reconnect = ({ accountID }: { readonly accountID: AccountID }) => {
  const { t } = useTranslation('phoneNumbers');
  const { reconnect } = useStores();
  const go = useSession((state) => state.go);
  const isEndedPractice = useConnection((state) =>
    state.accounts.some(
      (account) =>
        account.accountID === accountID &&
        account.practice &&
        account.grant.state === 'disconnected',
    ),
  );
  return (
    <Button
      variant="default"
      onClick={() => (isEndedPractice ? go('welcome') : void reconnect(accountID))}
    >
      {t('reconnect')}
    </Button>
  );
};

type Props = {
  readonly error: Failure;
  readonly accountID: AccountID;
  readonly onRetry?: () => void;
};

export const Refusal = ({ error, accountID, onRetry }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const { t: common } = useTranslation();
  const words = useRefusalWords()(error.code);
  const mustSignIn = ['scope_missing', 'reconnect_needed', 'forbidden'].includes(error.code);
  return (
    <div role="alert" className={styles.refusal} data-error={error.code}>
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <p className={styles.refusalTitle}>{words.what}</p>
        <p>
          {words.means} {words.act}
        </p>
        {error.traceID !== undefined && (
          <p className={styles.trace}>
            <bdi>{t('traceID', { id: error.traceID })}</bdi>
            <CopyButton text={error.traceID} label={t('copyTraceID')} />
          </p>
        )}
        {mustSignIn ? (
          <p className={styles.refusalAction}>
            <Reconnect accountID={accountID} />
          </p>
        ) : (
          onRetry !== undefined && (
            <p className={styles.refusalAction}>
              <Button variant="default" onClick={onRetry}>
                {common('common.retry')}
              </Button>
            </p>
          )
        )}
      </div>
    </div>
  );
};
