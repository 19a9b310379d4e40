/** Collapsed details for support. */
import { useTranslation } from 'react-i18next';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './connection.module.css';

type Props = { readonly account: Account; readonly report: ConnectionReport | null };

export const Technical = ({ account, report }: Props) => {
  const { t } = useTranslation();
  const failure = report?.lastFailure ?? null;
  return (
    <details className={styles.technical}>
      <summary>{t('common.details')}</summary>
      <dl>
        <dt>{t('connection.technical.account')}</dt>
        <dd>{account.accountID}</dd>
        <dt>{t('connection.technical.address')}</dt>
        <dd>{account.host}</dd>
        <dt>{t('connection.technical.interface')}</dt>
        <dd>{t(`connect.interfaces.${account.interface}`)}</dd>
        <dt>{t('connection.technical.scopes')}</dt>
        <dd>{account.scopes.join(' ')}</dd>
        {report !== null && (
          <>
            <dt>{t('connection.technical.receiver')}</dt>
            <dd>
              {report.receiver.listening && report.receiver.port !== null
                ? t('connection.technical.listening', { port: report.receiver.port })
                : t('connection.technical.notListening')}
            </dd>
          </>
        )}
        {failure !== null && (
          <>
            <dt>{t('connection.technical.lastFailure')}</dt>
            <dd>
              {failure.code}: {failure.message} {failure.detail}
            </dd>
            {failure.status !== undefined && (
              <>
                <dt>{t('connection.technical.status')}</dt>
                <dd>{failure.status}</dd>
              </>
            )}
            {failure.traceID !== undefined && (
              <>
                <dt>{t('connection.technical.trace')}</dt>
                <dd>
                  {failure.traceID}
                  <CopyButton text={failure.traceID} label={t('connection.technical.copyTrace')} />
                </dd>
              </>
            )}
          </>
        )}
      </dl>
    </details>
  );
};
