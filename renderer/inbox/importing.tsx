/** Progress of the backfill above the list, with a button that pauses it. */
import { useTranslation } from 'react-i18next';
import type { ConnectionReport } from '../../contract/accounts.ts';
import { useReports } from '../accounts/use-accounts.ts';
import { PauseImport } from '../accounts/pause-import.tsx';
import styles from './lead-list.module.css';

export const Importing = () => {
  const { t } = useTranslation();
  const reports = useReports();
  const filterByState = (state: ConnectionReport['backfill']['state']) =>
    reports.filter(({ backfill }) => backfill.state === state);
  const running = filterByState('running');
  const isPaused = running.length === 0;
  const shown = isPaused ? filterByState('paused') : running;
  if (shown.length === 0) return null;
  const count = shown.reduce((sum, { backfill }) => sum + backfill.leads, 0);
  return (
    <div className={styles.importing}>
      <p role="status">
        {isPaused ? t('importing.paused', { count }) : t('list.syncing', { count })}
      </p>
      <PauseImport accountIDs={shown.map(({ accountID }) => accountID)} paused={isPaused} />
    </div>
  );
};
