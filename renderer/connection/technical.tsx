/** Collapsed details for support. */
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './connection.module.css';

type Props = { readonly account: Account; readonly report: ConnectionReport | null };

export const Technical = ({ account, report }: Props) => {
  const { t } = useTranslation();
  const receiver = report?.receiver;
  const failure = report?.lastFailure;
  const facts = {
    account: account.accountID,
    address: account.host,
    interface: t(`connect.interfaces.${account.interface}`),
    scopes: account.scopes.join(' '),
    receiver:
      receiver &&
      (receiver.listening && receiver.port !== null
        ? t('connection.technical.listening', { port: receiver.port })
        : t('connection.technical.notListening')),
    lastFailure: failure && `${failure.code}: ${failure.message} ${failure.detail ?? ''}`,
    status: failure?.status,
    trace: failure?.traceID,
  };
  return (
    <details className={styles.technical}>
      <summary>{t('common.details')}</summary>
      <dl>
        {(Object.keys(facts) as (keyof typeof facts)[])
          .filter((name) => facts[name] !== undefined && facts[name] !== null)
          .map((name) => (
            <Fragment key={name}>
              <dt>{t(`connection.technical.${name}`)}</dt>
              <dd>
                {facts[name]}
                {name === 'trace' && (
                  <CopyButton
                    text={facts.trace ?? ''}
                    label={t('connection.technical.copyTrace')}
                  />
                )}
              </dd>
            </Fragment>
          ))}
      </dl>
    </details>
  );
};
