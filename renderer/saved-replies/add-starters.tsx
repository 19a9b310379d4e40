/** The one button of whoever has no saved reply yet. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { replyLanguages } from '../../contract/customer-language.ts';
import { useStores } from '../state/stores.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { starters } from './starters.ts';

export const AddStarters = () => {
  const { t, i18n } = useTranslation('savedReplies');
  const { bridge, toasts } = useStores();
  const [busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    setBusy(true);
    await i18n.loadLanguages([...replyLanguages]);
    for (const reply of starters(i18n)) {
      const answer = await bridge.invoke('savedReplies.save', reply);
      if (answer.ok) continue;
      toasts.getState().say({ what: 'failed', code: answer.error.code });
      break;
    }
    setBusy(false);
  };
  return (
    <BusyButton variant="default" busy={busy} onClick={() => void add()}>
      {t('starters.add')}
    </BusyButton>
  );
};
