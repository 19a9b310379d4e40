/** The button that adds the starter replies. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../platform/stores.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { saveStarters } from './starters.ts';

export const AddStarters = () => {
  const { t, i18n } = useTranslation('savedReplies');
  const { bridge, toasts } = usePlatform();
  const [busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    setBusy(true);
    const error = await saveStarters(bridge, i18n);
    if (error !== null) toasts.getState().show({ kind: 'failed', code: error.code });
    setBusy(false);
  };
  return (
    <BusyButton busy={busy} onClick={() => void add()}>
      {t('starters.add')}
    </BusyButton>
  );
};
