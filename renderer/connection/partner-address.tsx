/**
 * What the professional hands to the operator of a legacy service: the address that it calls, and the
 * name and password that its calls must carry. A password is on the screen once, when it is made.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Account, ConnectionReport } from '../../contract/records.ts';
import { useStores } from '../state/stores.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { dateAndTime } from '../ui/format.ts';
import { NewPassword } from './new-password.tsx';
import { Row } from './row.tsx';
import styles from './connection.module.css';

type Endpoints = CommandOutput<'legacy.endpoints'>;
type Props = { readonly account: Account; readonly report: ConnectionReport };

const Value = ({ text, copy }: { readonly text: string; readonly copy: string }) => (
  <span className={styles.given}>
    <code>{text}</code>
    <CopyButton text={text} label={copy} />
  </span>
);

export const PartnerAddress = ({ account, report }: Props) => {
  const { t, i18n } = useTranslation();
  const { bridge } = useStores();
  const { accountID } = account;
  const [endpoints, setEndpoints] = useState<Endpoints | null>(null);
  const [made, setMade] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    void bridge.invoke('legacy.endpoints', { accountID }).then((answer) => {
      if (isCurrent && answer.ok) setEndpoints(answer.value);
    });
    return () => {
      isCurrent = false;
    };
    // The address follows the report, the password's date what was made here.
  }, [bridge, accountID, report, made]);
  if (endpoints === null) return null;
  const { address, username, passwordSince } = endpoints;
  return (
    <Row name="partner" label={t('connection.legacy.row')} tone="mild">
      <p>{t('connection.legacy.give')}</p>
      <dl className={styles.givens}>
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
            onMade={() => setMade((times) => times + 1)}
          />
        </dd>
      </dl>
    </Row>
  );
};
