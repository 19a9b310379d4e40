/** An account with stored leads and no sign-in, as after a restore. */
import { Button } from '@mantine/core';
import { IconCircleOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { KeptAccount } from '../../contract/accounts.ts';
import { useSession } from '../platform/stores.ts';
import { Remove } from './remove.tsx';
import styles from './connection.module.css';

export const KeptCard = ({ account }: { readonly account: KeptAccount }) => {
  const { t } = useTranslation();
  const go = useSession((state) => state.go);
  const { userName, profileName, environment } = account;
  return (
    <article className={styles.card} aria-label={profileName} data-account-id={account.accountID}>
      <header className={styles.head}>
        <div>
          <h2>
            <bdi>{profileName}</bdi>
          </h2>
          {userName !== '' && (
            <p>
              <bdi>{userName}</bdi>
            </p>
          )}
          <p>{t(`connect.environments.${environment}`)}</p>
        </div>
        <span className={styles.badge} data-tone="mild">
          <IconCircleOff size={14} aria-hidden />
          {t('connection.kept.badge')}
        </span>
      </header>
      <p className={styles.kept}>{t('connection.kept.text')}</p>
      <footer className={styles.foot}>
        <Button variant="filled" onClick={() => go('connect')}>
          {t('connection.kept.signIn')}
        </Button>
        <Remove account={{ ...account, grant: { state: 'disconnected' } }} />
      </footer>
    </article>
  );
};
