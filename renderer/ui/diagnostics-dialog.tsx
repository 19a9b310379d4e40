/** Shows the diagnostics before they are saved. It also works while the engine is stopped. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../platform/stores.ts';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';
import { useRequestDialog } from './use-dialog.ts';
import styles from './data-dialogs.module.css';

export const DiagnosticsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('data');
  const { bridge } = usePlatform();
  const { ref, close, error, setError, run } = useRequestDialog();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    void bridge.invoke('diagnostics.read', {}).then((answer) => {
      setError(answer.ok ? null : answer.error);
      if (answer.ok) setText(answer.value.text);
    });
  }, [bridge, setError]);
  const save = async (): Promise<void> => {
    const answer = await run(bridge.invoke('diagnostics.save', {}));
    if (answer.ok && answer.value.saved) close();
  };
  return (
    <Dialog
      ref={ref}
      title={t('diagnosticsTitle')}
      error={error}
      onClose={onClose}
      action={
        <BusyButton variant="filled" busy={text === null} onClick={() => void save()}>
          {t('diagnosticsSave')}
        </BusyButton>
      }
    >
      <p>{t('diagnosticsNote')}</p>
      {(text !== null || error === null) && (
        // A textarea also scrolls by keyboard.
        <textarea
          className={styles.text}
          readOnly
          value={text ?? t('reading')}
          aria-label={t('diagnosticsTitle')}
        />
      )}
    </Dialog>
  );
};
