/** Shows an unknown or changed ssh host key, which is trusted only when the professional confirms it. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { TunnelState } from './tunnel.ts';
import { Dialog } from '../ui/dialog.tsx';
import styles from './tunnel.module.css';

/** File names of a server's public keys (sshd(8)). */
const keyFiles: Readonly<Record<string, string>> = {
  'ssh-ed25519': 'ssh_host_ed25519_key.pub',
  'ssh-rsa': 'ssh_host_rsa_key.pub',
};
const commandFor = (keyType: string): string =>
  `ssh-keygen -l -f /etc/ssh/${keyFiles[keyType] ?? 'ssh_host_ecdsa_key.pub'}`;

export const TunnelKey = ({ store }: { readonly store: StoreApi<TunnelState> }) => {
  const { t } = useTranslation('tunnel');
  const unconfirmedHost = useStore(store, (state) => state.unconfirmedHost);
  const { trust, dismiss } = store.getState();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (unconfirmedHost === null) dialog.current?.close();
    else dialog.current?.showModal();
  }, [unconfirmedHost]);
  const isChanged = unconfirmedHost?.key.state === 'changed';
  return (
    <Dialog
      onClose={dismiss}
      ref={dialog}
      title={isChanged ? t('key.changedTitle') : t('key.newTitle')}
      action={
        <Button variant={isChanged ? 'danger' : 'filled'} onClick={() => void trust()}>
          {isChanged ? t('key.trustNew') : t('key.trust')}
        </Button>
      }
    >
      {unconfirmedHost !== null && (
        <div className={styles.key}>
          <p>{t(isChanged ? 'key.changedText' : 'key.newText', { host: unconfirmedHost.host })}</p>
          {unconfirmedHost.key.before !== null && (
            <>
              <h3>{t('key.before')}</h3>
              <code>{unconfirmedHost.key.before}</code>
            </>
          )}
          <h3>{t(isChanged ? 'key.now' : 'key.only')}</h3>
          <code>{unconfirmedHost.key.fingerprint}</code>
          <h3>{t('key.command')}</h3>
          <code>{commandFor(unconfirmedHost.key.keyType)}</code>
        </div>
      )}
    </Dialog>
  );
};
