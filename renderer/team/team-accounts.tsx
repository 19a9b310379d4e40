/** The accounts whose leads the team shares, with the people who connected them. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAccounts } from '../accounts/use-accounts.ts';
import { usePeople } from '../leads/team.ts';
import { useSession } from '../platform/stores.ts';
import styles from './team.module.css';

export const TeamAccounts = () => {
  const { t } = useTranslation('team');
  const go = useSession((state) => state.go);
  const people = usePeople();
  const accounts = useAccounts().filter(({ team }) => team !== undefined);
  if (accounts.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('accounts.title')}>
      <h2>{t('accounts.title')}</h2>
      <div className={styles.card}>
        {accounts.map(({ accountID, userName, email, profileName, connectedBy, grant }) => {
          const by = people.find(({ person }) => person === connectedBy)?.name;
          return (
            <div key={accountID} className={styles.row}>
              <div className={styles.about}>
                <strong>
                  <bdi>{userName || email || profileName}</bdi>
                </strong>
                <p>
                  {[
                    profileName,
                    t(`accounts.${grant.state}`),
                    ...(by === undefined ? [] : [t('accounts.by', { name: by })]),
                  ].join(' · ')}
                </p>
              </div>
              <Button onClick={() => go('connection')}>{t('accounts.open')}</Button>
            </div>
          );
        })}
      </div>
    </section>
  );
};
