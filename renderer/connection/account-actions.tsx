/** Buttons that repair or end a connection. */
import { Button } from '@mantine/core';
import { useState, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../contract/accounts.ts';
import { getCapabilities } from '../../contract/generations.ts';
import { useAccountStores } from '../accounts/stores.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { formatAccountTitle } from '../accounts/accounts.ts';
import { usePlatform } from '../platform/stores.ts';
import { Dialog } from '../ui/dialog.tsx';
import { focusUnlessElsewhere } from '../ui/focus-back.ts';
import { useRequest } from '../ui/use-dialog.ts';

type Props = { readonly account: Account };

/** Signs in again. Secondary if the interface has ended, because the account should move instead. */
export const Reconnect = ({ account }: Props) => {
  const { t } = useTranslation();
  const { reconnect } = useAccountStores();
  return (
    <Button
      variant={getCapabilities(account).isCurrent ? 'filled' : 'default'}
      onClick={() => void reconnect(account.accountID)}
    >
      {t('connection.reconnect')}
    </Button>
  );
};

/** Starts a poll and a repair of the webhooks. */
export const CheckNow = ({ account }: Props) => {
  const { t } = useTranslation();
  const { act, queries } = useAccountStores();
  const [busy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    await act('connection.check', { accountID: account.accountID });
    setBusy(false);
    void queries.refetch('connect.accounts', 'connection.report');
  };
  return (
    <BusyButton busy={busy} onClick={() => void check()}>
      {busy ? t('connection.checking') : t('connection.checkNow')}
    </BusyButton>
  );
};

/** Disconnects after a confirmation. The card shows if the service was not notified. */
export const Disconnect = ({ account }: Props) => {
  const { t } = useTranslation();
  const { bridge, queries } = usePlatform();
  const dialog = useRef<HTMLDialogElement>(null);
  const { busy, error, run } = useRequest(() => dialog.current?.open === true);

  const disconnect = async (): Promise<void> => {
    // The button that opened the dialog disappears: the card takes the focus.
    const card = dialog.current?.closest('article');
    const { ok } = await run(bridge.invoke('connect.disconnect', { accountID: account.accountID }));
    if (!ok) return;
    dialog.current?.close();
    focusUnlessElsewhere(card);
  };

  return (
    <>
      <Button variant="subtle" onClick={() => dialog.current?.showModal()}>
        {t('connection.disconnect')}
      </Button>
      <Dialog
        ref={dialog}
        onClose={() => void queries.refetch('connect.accounts', 'connection.report')}
        title={t('connection.confirm.title', { name: formatAccountTitle(account) })}
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
