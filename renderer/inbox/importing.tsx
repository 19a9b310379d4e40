/** Progress of the backfill above the list, with a button that pauses it. */
import { useTranslation } from 'react-i18next';
import type { ConnectionReport } from '../../contract/accounts.ts';
import { useReports } from '../accounts/use-accounts.ts';
import { PauseImport } from '../accounts/pause-import.tsx';
import styles from './lead-list.module.css';

const leadsOf = (reports: readonly ConnectionReport[]): number =>
  reports.reduce((sum, { backfill }) => sum + backfill.leads, 0);

export const Importing = () => {
  const { t } = useTranslation();
  const reports = useReports();
  const inState = (state: ConnectionReport['backfill']['state']) =>
    reports.filter(({ backfill }) => backfill.state === state);
  const [running, paused] = [inState('running'), inState('paused')];
  const isPaused = running.length === 0;
  const those = isPaused ? paused : running;
  if (those.length === 0) return null;
  const count = leadsOf(those);
  return (
    <div className={styles.importing}>
      <p role="status">
        {isPaused ? t('importing.paused', { count }) : t('list.syncing', { count })}
      </p>
      <PauseImport accountIDs={those.map(({ accountID }) => accountID)} paused={isPaused} />
    </div>
  );
};
