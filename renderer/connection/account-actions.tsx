/** Buttons that repair a connection. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../contract/accounts.ts';
import { capabilitiesOf } from '../../contract/generations.ts';
import { useAccountStores } from '../accounts/stores.ts';
import { BusyButton } from '../ui/busy-button.tsx';

type Props = { readonly account: Account };

/** Signs in again. Secondary if the interface has ended, because the account should move instead. */
export const Reconnect = ({ account }: Props) => {
  const { t } = useTranslation();
  const { reconnect } = useAccountStores();
  return (
    <Button
      variant={capabilitiesOf(account).isCurrent ? 'filled' : 'default'}
      onClick={() => void reconnect(account.accountID)}
    >
      {t('connection.reconnect')}
    </Button>
  );
};

/** Starts a poll and a repair of the webhooks. */
export const CheckNow = ({ account }: Props) => {
  const { t } = useTranslation();
  const { bridge, queries, toasts } = useAccountStores();
  const [busy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    const answer = await bridge.invoke('connection.check', { accountID: account.accountID });
    setBusy(false);
    if (!answer.ok) toasts.getState().show({ kind: 'failed', code: answer.error.code });
    void queries.refetch('connect.accounts', 'connection.report');
  };
  return (
    <BusyButton variant="default" busy={busy} onClick={() => void check()}>
      {busy ? t('connection.checking') : t('connection.checkNow')}
    </BusyButton>
  );
};
