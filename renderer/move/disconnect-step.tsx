/** Fourth step: disconnecting the legacy account. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMove, useStepAction } from './move.ts';
import { usePlatform } from '../platform/stores.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import styles from './move.module.css';

export const DisconnectStep = () => {
  const { t } = useTranslation('move');
  const { disconnect } = useMove();
  const { isBusy, error } = useStepAction('disconnect');
  const { queries } = usePlatform();
  const disconnectAndRefetch = async (): Promise<void> => {
    await disconnect();
    // The grant is deleted even if the service could not be notified, which the account's card
    // reports.
    await queries.refetch('connect.accounts', 'connection.report');
  };
  return (
    <>
      <p>{t('disconnect.text')}</p>
      <p>{t('disconnect.safe')}</p>
      {error !== null ? (
        <FailureBox error={error} retry={() => void disconnectAndRefetch()} />
      ) : (
        <div className={styles.actions}>
          <Button variant="filled" disabled={isBusy} onClick={() => void disconnectAndRefetch()}>
            {t(isBusy ? 'disconnect.busy' : 'disconnect.action')}
          </Button>
        </div>
      )}
    </>
  );
};
