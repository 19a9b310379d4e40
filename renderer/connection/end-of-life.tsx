/** Says that a legacy account is past the end of its interface (service.md, Versioning 2), and the way on. */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../contract/records.ts';
import { useSession } from '../state/stores.ts';
import styles from './connection.module.css';

export const EndOfLife = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation();
  const move = useSession((state) => state.move);
  return (
    <div className={styles.ended} data-row="end-of-life">
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <div>
        <p>
          <strong>{t('connection.legacy.ended')}</strong>
        </p>
        <p>{t('connection.legacy.risk')}</p>
      </div>
      <Button variant="filled" onClick={() => move(account.accountID)}>
        {t('connection.legacy.move')}
      </Button>
    </div>
  );
};
