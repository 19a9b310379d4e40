/** Receiving from the internet: the tunnel's state, a test of it, and its setup. */
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { Account } from '../../contract/accounts.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAccounts, useReports } from '../accounts/use-accounts.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { FailureBox } from '../ui/failure-box.tsx';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { focusUnlessElsewhere } from '../ui/focus-back.ts';
import { useRequestDialog } from '../ui/use-dialog.ts';
import { createTunnel, type TunnelState, type UnconfirmedHost } from './tunnel.ts';
import { TunnelForm } from './tunnel-form.tsx';
import { TunnelRows } from './tunnel-rows.tsx';
import styles from './tunnel.module.css';

/** File names of a server's public keys (sshd(8)). */
const keyFiles: Readonly<Record<string, string>> = {
  'ssh-ed25519': 'ssh_host_ed25519_key.pub',
  'ssh-rsa': 'ssh_host_rsa_key.pub',
};
const formatCommand = (keyType: string): string =>
  `ssh-keygen -l -f /etc/ssh/${keyFiles[keyType] ?? 'ssh_host_ecdsa_key.pub'}`;

type TunnelKeyProps = {
  readonly store: StoreApi<TunnelState>;
  readonly host: UnconfirmedHost;
};

/** Shows an unknown or changed ssh host key, which is trusted only when the professional confirms it. */
const TunnelKey = ({ store, host }: TunnelKeyProps) => {
  const { t } = useTranslation('tunnel');
  const { trust, dismiss } = store.getState();
  const { ref, busy, error, finish } = useRequestDialog();
  const { key } = host;
  const isChanged = key.state === 'changed';
  return (
    <Dialog
      onClose={dismiss}
      ref={ref}
      title={isChanged ? t('key.changedTitle') : t('key.newTitle')}
      error={error}
      action={
        <BusyButton
          variant={isChanged ? 'danger' : 'filled'}
          busy={busy}
          onClick={() => void finish(trust(host))}
        >
          {isChanged ? t('key.trustNew') : t('key.trust')}
        </BusyButton>
      }
    >
      <div className={styles.key}>
        <p>{t(isChanged ? 'key.changedText' : 'key.newText', { host: host.host })}</p>
        {key.before !== null && (
          <>
            <h3>{t('key.before')}</h3>
            <code>{key.before}</code>
          </>
        )}
        <h3>{t(isChanged ? 'key.now' : 'key.only')}</h3>
        <code>{key.fingerprint}</code>
        <h3>{t('key.command')}</h3>
        <code>{formatCommand(key.keyType)}</code>
      </div>
    </Dialog>
  );
};

export const TunnelSection = () => {
  const { t } = useTranslation('tunnel');
  const { bridge, queries } = usePlatform();
  const [store] = useState(() => createTunnel(bridge, queries));
  const { value, error: readError } = useAnswer('tunnel.report', {});
  const { error: actionError, unconfirmedHost } = useStore(store);
  const accounts = useAccounts();
  const reports = useReports();
  const section = useRef<HTMLElement>(null);
  const [isEditing, setEditing] = useState(false);

  const tunnel = value?.tunnel;
  const error = actionError ?? (tunnel === undefined ? readError : null);
  if (tunnel === undefined && error === null) return null;
  const { setUp, clearError } = store.getState();
  const connected = accounts.filter(({ grant }) => grant.state !== 'disconnected');
  const realAccounts = connected.filter(({ practice }) => !practice);
  const findReport = ({ accountID }: Account) =>
    reports.find((report) => report.accountID === accountID);
  const hasNoLeadList = realAccounts.some(
    (account) => findReport(account)?.polling.listsLeads === false,
  );
  const isDirect = realAccounts.every((account) => findReport(account)?.receiver.reachable);
  const withoutReal = connected.length === 0 ? 'offNobody' : 'offPractice';
  const offKey = realAccounts.length === 0 ? withoutReal : isDirect ? 'offDirect' : 'off';
  const leave = (): void => {
    clearError();
    setEditing(false);
    // The form and its buttons disappear: the section takes the focus.
    focusUnlessElsewhere(section.current);
  };

  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.section}
      aria-labelledby="tunnel-title"
      data-tunnel
    >
      <h2 id="tunnel-title">{t('title')}</h2>
      <p className={styles.intro}>{t('intro')}</p>
      <div className={styles.card}>
        <FailureBox error={error} className={styles.error} />
        {tunnel !== undefined &&
          (isEditing ? (
            <TunnelForm
              store={store}
              tunnel={tunnel}
              port={reports[0]?.receiver.port ?? null}
              onClose={leave}
            />
          ) : tunnel.state.state === 'off' ? (
            <div className={styles.off}>
              <p>{t(`state.${offKey}`)}</p>
              <Button onClick={() => setEditing(true)}>{t('setUp')}</Button>
            </div>
          ) : (
            <>
              <TunnelRows
                store={store}
                tunnel={tunnel}
                isServing={realAccounts.length > 0}
                hasNoLeadList={hasNoLeadList}
              />
              <footer className={styles.foot}>
                <Button onClick={() => setEditing(true)}>{t('change')}</Button>
                <Button
                  variant="subtle"
                  onClick={() => {
                    section.current?.focus();
                    void setUp({ ...tunnel.setup, kind: 'off' });
                  }}
                >
                  {t('turnOff')}
                </Button>
              </footer>
            </>
          ))}
      </div>
      {unconfirmedHost !== null && (
        <TunnelKey key={unconfirmedHost.key.fingerprint} store={store} host={unconfirmedHost} />
      )}
    </section>
  );
};
