/** Fourth step: disconnecting the legacy account. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { MoveState } from './move.ts';
import { usePlatform } from '../platform/stores.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import styles from './move.module.css';

type Props = { readonly store: StoreApi<MoveState> };

export const DisconnectStep = ({ store }: Props) => {
  const { t } = useTranslation('move');
  const { t: shared } = useTranslation();
  const busy = useStore(store, (state) => state.busy === 'disconnect');
  const failure = useStore(store, (state) => state.failure);
  const { queries } = usePlatform();
  const disconnect = async (): Promise<void> => {
    await store.getState().disconnect();
    // The grant is deleted even if the service could not be notified, which the account's card
    // reports.
    await queries.refetch('connect.accounts', 'connection.report');
  };
  return (
    <>
      <p>{t('disconnect.text')}</p>
      <p>{t('disconnect.safe')}</p>
      {failure?.step === 'disconnect' && (
        <FailureBox
          error={failure.error}
          action={{ label: shared('common.retry'), run: () => void disconnect() }}
        />
      )}
      {failure?.step !== 'disconnect' && (
        <div className={styles.actions}>
          <Button variant="filled" disabled={busy} onClick={() => void disconnect()}>
            {t(busy ? 'disconnect.busy' : 'disconnect.action')}
          </Button>
        </div>
      )}
    </>
  );
};
