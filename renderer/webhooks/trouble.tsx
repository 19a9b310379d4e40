/**
 * An error of this page. Most codes speak of leads and replies elsewhere; here they speak of
 * webhooks. The service's traceID can be copied.
 */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type en from '../../resources/locales/en/webhooks.json';
import type { Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { useConnection, useStores } from '../state/stores.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import ui from '../ui/ui.module.css';
import styles from './webhooks.module.css';

type Own = Exclude<keyof (typeof en)['problems'], 'trace' | 'copyTrace'>;
const own: Readonly<Partial<Record<Failure['code'], Own>>> = {
  gone: 'gone',
  not_found: 'not_found',
  rejected: 'rejected',
  conflict: 'conflict',
  forbidden: 'forbidden',
  outcome_unknown: 'outcome_unknown',
  offline: 'offline',
  service_unavailable: 'service_unavailable',
  timeout: 'timeout',
};

type Props = {
  readonly error: Failure;
  readonly accountID: AccountID | null;
  readonly retry?: () => void;
};

export const Trouble = ({ error, accountID, retry }: Props) => {
  const { t } = useTranslation('webhooks');
  const { t: shared } = useTranslation();
  const { reconnect, session } = useStores();
  const isPractice = useConnection((state) =>
    state.accounts.some((account) => account.accountID === accountID && account.practice),
  );
  const code = own[error.code];
  const say = (part: 'what' | 'means' | 'act'): string =>
    code === undefined ? shared(`errors.${error.code}.${part}`) : t(`problems.${code}.${part}`);
  const signIn = ['reconnect_needed', 'scope_missing', 'forbidden'].includes(error.code);
  return (
    <div role="alert" className={ui.problem} data-error={error.code}>
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <p className={ui.problemTitle}>{say('what')}</p>
        <p>
          {say('means')} {say('act')}
        </p>
        {error.detail !== undefined && (
          <p className={ui.problemDetail}>
            <bdi>{error.detail}</bdi>
          </p>
        )}
        {error.traceID !== undefined && (
          <p className={styles.trace}>
            <bdi>{t('problems.trace', { traceID: error.traceID })}</bdi>
            <CopyButton text={error.traceID} label={t('problems.copyTrace')} />
          </p>
        )}
        {signIn && accountID !== null ? (
          <Button
            variant="default"
            mt={12}
            onClick={() =>
              isPractice ? session.getState().go('welcome') : void reconnect(accountID)
            }
          >
            {shared('connection.reconnect')}
          </Button>
        ) : (
          retry !== undefined && (
            <Button variant="default" mt={12} onClick={retry}>
              {shared('common.retry')}
            </Button>
          )
        )}
      </div>
    </div>
  );
};
