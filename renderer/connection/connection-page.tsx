/** What works and what does not, account by account, and how to mend it. */
import { Button } from '@mantine/core';
import { IconKey, IconPlugConnectedX } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useSession } from '../state/stores.ts';
import { useLate } from '../ui/late.ts';
import { Nothing } from '../ui/nothing.tsx';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AccountCard } from './account-card.tsx';
import { TunnelSection } from './tunnel-section.tsx';
import styles from './connection.module.css';

const Keychain = () => {
  const { t } = useTranslation();
  const keychain = useConnection((state) => state.keychain);
  return (
    <p className={styles.keychain} data-keychain={keychain}>
      <IconKey
        size={16}
        stroke={1.75}
        className={keychain === 'ready' ? styles.good : styles.mild}
        aria-hidden
      />
      {t(`connection.keychain.${keychain}`)}
    </p>
  );
};

export const ConnectionPage = () => {
  const { t } = useTranslation();
  const state = useConnection((connection) => connection.state);
  const error = useConnection((connection) => connection.error);
  const accounts = useConnection((connection) => connection.accounts);
  const reports = useConnection((connection) => connection.reports);
  const reread = useConnection((connection) => connection.reread);
  const go = useSession((session) => session.go);
  const late = useLate(state === 'loading');
  return (
    <Page title={t('connection.title')} text={t('connection.text')}>
      {late && <Spinner />}
      {state === 'failed' && error !== null && (
        <div className={styles.error}>
          <Problem error={error} action={{ label: t('common.retry'), run: () => void reread() }} />
        </div>
      )}
      {state === 'ready' && accounts.length === 0 && (
        <div className={styles.section}>
          <Nothing
            icon={<IconPlugConnectedX size={28} stroke={1.5} />}
            title={t('connection.none.title')}
            text={t('connection.none.text')}
            action={{ label: t('connection.connectFirst'), run: () => go('welcome') }}
          />
        </div>
      )}
      {accounts.map((account) => (
        <AccountCard
          key={account.accountID}
          account={account}
          report={reports.find((report) => report.accountID === account.accountID) ?? null}
        />
      ))}
      {accounts.length > 0 && (
        <>
          <Suspense fallback={null}>
            <TunnelSection />
          </Suspense>
          <Keychain />
          <div className={styles.actions}>
            <Button variant="default" onClick={() => go('connect')}>
              {t('connection.add')}
            </Button>
          </div>
        </>
      )}
    </Page>
  );
};
