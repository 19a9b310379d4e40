/** The health of each account's connection, the tunnel and the keychain, and their repairs. */
import { Button } from '@mantine/core';
import { IconKey, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { EngineProblem as Problem } from '../../contract/commands/shell.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { useSession } from '../platform/stores.ts';
import { useReports, useSignInsLost } from '../accounts/use-accounts.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Loading } from '../ui/loading.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { loadOnDemand } from '../ui/lazily.tsx';
import { AccountCard, KeptCard } from './account-card.tsx';
import { TunnelSection } from './tunnel-section.tsx';
import tones from '../ui/card.module.css';
import styles from './connection.module.css';

const DiagnosticsDialog = loadOnDemand(
  () => import('../ui/diagnostics-dialog.tsx'),
  'DiagnosticsDialog',
);

const codes: Readonly<Record<Problem, ErrorCode>> = {
  incomplete: 'engine_stopped',
  notStarted: 'engine_stopped',
  late: 'engine_unavailable',
  otherRuntime: 'internal',
};

/** Reports a problem of the engine itself; usually shows nothing. */
const EngineProblem = () => {
  const { t } = useTranslation();
  const problem = useAnswer('shell.engine', {}).value?.problem ?? null;
  const [isDiagnosing, setDiagnosing] = useState(false);
  if (problem === null) return null;
  return (
    <div className={styles.error} data-engine-problem={problem}>
      <FailureBox
        error={{ code: codes[problem], message: '' }}
        words={t(`connection.engine.${problem}`, { returnObjects: true })}
        action={{ label: t('bars.diagnostics'), run: () => setDiagnosing(true) }}
      />
      {isDiagnosing && <DiagnosticsDialog onClose={() => setDiagnosing(false)} />}
    </div>
  );
};

const Keychain = () => {
  const { t } = useTranslation();
  const keychain = useAnswer('connect.accounts', {}).value?.keychain ?? 'ready';
  return (
    <p className={styles.keychain} data-keychain={keychain}>
      <IconKey
        size={16}
        stroke={1.75}
        className={keychain === 'ready' ? tones.good : tones.mild}
        aria-hidden
      />
      {t(`connection.keychain.${keychain}`)}
    </p>
  );
};

export const ConnectionPage = () => {
  const { t } = useTranslation();
  const answer = useAnswer('connect.accounts', {});
  const known = answer.value;
  const accounts = known?.accounts ?? [];
  const kept = useSignInsLost();
  const isSample = accounts.every(({ practice }) => practice);
  const reports = useReports();
  const go = useSession((session) => session.go);
  return (
    <Page title={t('connection.title')} text={t('connection.text')}>
      <EngineProblem />
      <Loading answer={answer} queries={['connect.accounts', 'connection.report']} mt={16} />
      {known !== undefined && accounts.length + kept.length === 0 && (
        <div className={styles.section}>
          <EmptyState
            icon={IconPlugConnectedX}
            title={t('connection.none.title')}
            text={t('connection.none.text')}
            action={{ label: t('connection.connectFirst'), run: () => go('welcome') }}
          />
        </div>
      )}
      {accounts
        .toSorted((one, other) => Number(one.practice) - Number(other.practice))
        .map((account) => (
          <AccountCard
            key={account.accountID}
            account={account}
            report={reports.find((report) => report.accountID === account.accountID) ?? null}
          />
        ))}
      {kept.map((account) => (
        <KeptCard key={account.accountID} account={account} />
      ))}
      {accounts.length > 0 && (
        <>
          <TunnelSection />
          <Keychain />
          <div className={styles.actions}>
            <Button variant={isSample ? 'filled' : 'default'} onClick={() => go('connect')}>
              {t(isSample ? 'bars.connectOwn' : 'connection.add')}
            </Button>
          </div>
        </>
      )}
    </Page>
  );
};
