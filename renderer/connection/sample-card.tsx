/** The sample leads beside a real account: out of sight, and removed by one button. */
import { useTranslation } from 'react-i18next';
import type { Account } from '../../contract/accounts.ts';
import { Remove } from './remove.tsx';
import styles from './connection.module.css';

export const SampleCard = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation();
  return (
    <article
      className={styles.card}
      aria-label={t('connection.sample.hidden')}
      tabIndex={-1}
      data-account-id={account.accountID}
    >
      <header className={styles.head}>
        <div>
          <h2>{t('connection.sample.hidden')}</h2>
          <p>{t('connection.sample.hiddenText')}</p>
        </div>
        <Remove account={account} />
      </header>
    </article>
  );
};
