/** Export, backup, restore and diagnostics. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportView } from '../leads/exporting.ts';
import { useLeadStores } from '../leads/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { FailureBox } from '../ui/failure-box.tsx';
import { DiagnosticsDialog } from '../ui/diagnostics-dialog.tsx';
import { useRestore } from '../ui/restore.tsx';
import { useRequest } from '../ui/use-dialog.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';

const RestoreRow = ({ isBusy }: { readonly isBusy: boolean }) => {
  const { t } = useTranslation('data');
  const { choose, isReading, error, question } = useRestore(t('restoreWhat'));
  return (
    <>
      <SettingRow name="restore">
        <BusyButton busy={isBusy || isReading} onClick={choose}>
          {isReading ? t('reading') : t('restoreAction')}
        </BusyButton>
      </SettingRow>
      <FailureBox error={error} className={styles.failed} />
      {question}
    </>
  );
};

const Diagnostics = () => {
  const { t } = useTranslation('data');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SettingRow name="diagnostics">
        <Button onClick={() => setOpen(true)}>{t('diagnosticsAction')}</Button>
      </SettingRow>
      {isOpen && <DiagnosticsDialog onClose={() => setOpen(false)} />}
    </>
  );
};

export const Data = () => {
  const { t } = useTranslation('data');
  const stores = useLeadStores();
  const isBusy = useAnswer('files.work', {}).value?.work?.state === 'running';
  const { error, run } = useRequest();
  return (
    <>
      <SettingRow name="export">
        {(['leads', 'messages', 'json'] as const).map((format) => (
          <BusyButton key={format} busy={isBusy} onClick={() => void exportView(stores, format)}>
            {t(format)}
          </BusyButton>
        ))}
      </SettingRow>
      <SettingRow name="backup">
        <BusyButton
          busy={isBusy}
          onClick={() => void run(stores.bridge.invoke('files.backUp', {}))}
        >
          {t('backupAction')}
        </BusyButton>
      </SettingRow>
      <FailureBox error={error} className={styles.failed} />
      <RestoreRow isBusy={isBusy} />
      <Diagnostics />
    </>
  );
};
