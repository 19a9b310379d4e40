/** Leaves the team after a confirmation, and a second one if the hub does not answer. */
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './team.module.css';
import { useRun } from './use-team.ts';

export const Leave = () => {
  const { t } = useTranslation('team');
  const dialog = useRef<HTMLDialogElement>(null);
  const { busy, error, run } = useRun();
  const isHubGone = error?.code === 'hub_unavailable';
  const leave = async (): Promise<void> => {
    const output = await run('team.leave', { isHubGone });
    if (output !== null) dialog.current?.close();
  };
  return (
    <div className={styles.leave}>
      <Button variant="subtle" onClick={() => dialog.current?.showModal()}>
        {t('leave.action')}
      </Button>
      <Dialog
        ref={dialog}
        title={t('leave.title')}
        error={error}
        action={
          <BusyButton variant="danger" busy={busy} onClick={() => void leave()}>
            {t(isHubGone ? 'leave.anyway' : 'leave.action')}
          </BusyButton>
        }
      >
        <p>{t('leave.text')}</p>
        <p>{t('leave.unsent')}</p>
        {isHubGone && <p>{t('leave.hubGone')}</p>}
      </Dialog>
    </div>
  );
};
