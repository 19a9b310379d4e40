/** An account with stored leads and no sign-in, as after a restore. */
import { Button } from '@mantine/core';
import { IconCircleOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StoredAccount } from '../../contract/accounts.ts';
import { useSession } from '../platform/stores.ts';
import { Badge, Card } from './card.tsx';
import { Remove } from './remove.tsx';
import styles from './connection.module.css';

export const KeptCard = ({ account }: { readonly account: StoredAccount }) => {
  const { t } = useTranslation();
  const go = useSession((state) => state.go);
  const { accountID, userName, profileName, environment } = account;
  return (
    <Card
      accountID={accountID}
      title={profileName}
      lines={
        <>
          {userName !== '' && (
            <p>
              <bdi>{userName}</bdi>
            </p>
          )}
          <p>{t(`connect.environments.${environment}`)}</p>
        </>
      }
      side={<Badge icon={IconCircleOff} tone="mild" text={t('connection.kept.badge')} />}
    >
      <p className={styles.kept}>{t('connection.kept.text')}</p>
      <footer className={styles.foot}>
        <Button variant="filled" onClick={() => go('connect')}>
          {t('connection.kept.signIn')}
        </Button>
        <Remove account={{ ...account, grant: { state: 'disconnected' } }} />
      </footer>
    </Card>
  );
};
