/** Says that the service could not be told of an account's end, however long ago, and tells it again. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { Account } from '../../contract/accounts.ts';
import { usePlatform } from '../platform/stores.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import styles from './connection.module.css';

export const NotNotified = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation();
  const { bridge, queries } = usePlatform();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const block = useRef<HTMLDivElement>(null);
  if (account.grant.notNotified !== true) return null;

  const tell = async (): Promise<void> => {
    // The button is about to go: its account takes the focus.
    const card = block.current?.closest('article');
    setBusy(true);
    const answer = await bridge.invoke('connect.disconnect', { accountID: account.accountID });
    await queries.reread('connect.accounts', 'connection.report');
    setBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) card?.focus();
  };

  return (
    <div ref={block} role="alert" className={styles.ended} data-row="notNotified">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <div>
        <p>
          <strong>{t('connection.legacy.notNotified.what')}</strong>
        </p>
        <p>
          {t('connection.legacy.notNotified.means')}{' '}
          {error === null
            ? t('connection.legacy.notNotified.act')
            : `${t(`errors.${error.code}.what`)} ${t(`errors.${error.code}.act`)}`}
        </p>
      </div>
      <BusyButton variant="default" busy={busy} onClick={() => void tell()}>
        {t(busy ? 'connection.legacy.notNotified.busy' : 'connection.legacy.notNotified.again')}
      </BusyButton>
    </div>
  );
};
