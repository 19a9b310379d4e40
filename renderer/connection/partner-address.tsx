/** The address and credentials of a legacy service's calls, for the service's operator. */
import { useTranslation } from 'react-i18next';
import type { Account } from '../../contract/accounts.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { dateAndTime } from '../platform/format.ts';
import { NewPassword } from './new-password.tsx';
import { Row } from './row.tsx';
import styles from './connection.module.css';

const Value = ({ text, copy }: { readonly text: string; readonly copy: string }) => (
  <span className={styles.fact}>
    <code>{text}</code>
    <CopyButton text={text} label={copy} />
  </span>
);

export const PartnerAddress = ({ account }: { readonly account: Account }) => {
  const { t, i18n } = useTranslation();
  const { queries } = usePlatform();
  const endpoints = useAnswer('legacy.endpoints', { accountID: account.accountID }).value;
  if (endpoints === undefined) return null;
  const { address, username, passwordSince } = endpoints;
  return (
    <Row name="partner" label={t('connection.legacy.row')} tone="mild">
      <p>{t('connection.legacy.give')}</p>
      <dl className={styles.facts}>
        <dt>{t('connection.legacy.address')}</dt>
        <dd>
          {address === null ? (
            t('connection.legacy.noAddress')
          ) : (
            <Value text={address} copy={t('connection.legacy.copyAddress')} />
          )}
        </dd>
        <dt>{t('connection.legacy.username')}</dt>
        <dd>
          <Value text={username} copy={t('connection.legacy.copyUsername')} />
        </dd>
        <dt>{t('connection.legacy.password')}</dt>
        <dd>
          <span>
            {passwordSince === null
              ? t('connection.legacy.passwordNone')
              : t('connection.legacy.passwordSince', {
                  date: dateAndTime(passwordSince, i18n.language),
                })}
          </span>
          <NewPassword
            account={account}
            replaces={passwordSince !== null}
            onCreated={() => void queries.refetch('legacy.endpoints')}
          />
        </dd>
      </dl>
    </Row>
  );
};
