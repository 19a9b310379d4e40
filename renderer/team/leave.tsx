/** Leaves the team after a confirmation. */
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
  const leave = async (): Promise<void> => {
    const left = await run('team.leave', {});
    if (left !== null) dialog.current?.close();
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
            {t('leave.action')}
          </BusyButton>
        }
      >
        <p>{t('leave.text')}</p>
        <p>{t('leave.unsent')}</p>
      </Dialog>
    </div>
  );
};
