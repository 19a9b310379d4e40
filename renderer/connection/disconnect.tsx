/** Disconnects an account after a confirmation. Its card shows if the service was not notified. */
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { Account } from '../../contract/accounts.ts';
import { accountTitle } from '../accounts/accounts.ts';
import { usePlatform } from '../platform/stores.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';

export const Disconnect = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation();
  const { bridge, queries } = usePlatform();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);

  const disconnect = async (): Promise<void> => {
    // The button that opened the dialog disappears: the card takes the focus.
    const card = dialog.current?.closest('article');
    setBusy(true);
    const answer = await bridge.invoke('connect.disconnect', { accountID: account.accountID });
    setBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    dialog.current?.close();
    card?.focus();
  };

  return (
    <>
      <Button variant="subtle" onClick={() => dialog.current?.showModal()}>
        {t('connection.disconnect')}
      </Button>
      <Dialog
        ref={dialog}
        onClose={() => void queries.refetch('connect.accounts', 'connection.report')}
        title={t('connection.confirm.title', { name: accountTitle(account) })}
        error={error}
        action={
          <BusyButton variant="danger" busy={busy} onClick={() => void disconnect()}>
            {t('connection.confirm.action')}
          </BusyButton>
        }
      >
        <p>{t(account.team ? 'connection.confirm.team' : 'connection.confirm.text')}</p>
      </Dialog>
    </>
  );
};
