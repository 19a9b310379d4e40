/** The incoming leads of a legacy account, whose service calls this app and cannot be polled. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRef, useState } from 'react';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { flowTones, deriveLeadFlow, type LeadFlow } from '../accounts/lead-flow.ts';
import { useAgo } from '../ui/time-words.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { CopyCode } from '../ui/copy-code.tsx';
import { formatDateAndTime } from '../platform/format.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useRequest } from '../ui/use-dialog.ts';
import { Row } from './row.tsx';
import styles from './connection.module.css';

type NewPasswordProps = {
  readonly account: Account;
  /** True if a password exists; replacing it needs a confirmation. */
  readonly hasPassword: boolean;
  readonly onCreated: () => void;
};

/** Creates the password for the service's calls and shows it until the dialog is closed. */
const NewPassword = ({ account, hasPassword, onCreated }: NewPasswordProps) => {
  const { t } = useTranslation();
  const { bridge } = usePlatform();
  const [password, setPassword] = useState<string | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const { busy, error, setError, run } = useRequest(() => dialog.current?.open === true);

  const createPassword = async (): Promise<void> => {
    const answer = await run(bridge.invoke('legacy.renew', { accountID: account.accountID }));
    if (!answer.ok) return;
    setPassword(answer.value.password);
    onCreated();
  };

  const open = (): void => {
    dialog.current?.showModal();
    if (!hasPassword) void createPassword();
  };

  const isDone = password !== null || !hasPassword;
  return (
    <>
      <Button onClick={open}>{t('connection.legacy.newPassword')}</Button>
      <Dialog
        ref={dialog}
        title={isDone ? t('connection.legacy.shown.title') : t('connection.legacy.renew.title')}
        onClose={() => {
          setPassword(null);
          setError(null);
        }}
        isDone={isDone}
        error={error}
        action={
          isDone ? (
            <Button variant="filled" onClick={() => dialog.current?.close()}>
              {t('connection.legacy.shown.done')}
            </Button>
          ) : (
            <BusyButton variant="filled" busy={busy} onClick={() => void createPassword()}>
              {t('connection.legacy.renew.action')}
            </BusyButton>
          )
        }
      >
        <p>{isDone ? t('connection.legacy.shown.text') : t('connection.legacy.renew.text')}</p>
        {password !== null && (
          <CopyCode text={password} copyLabel={t('connection.legacy.shown.copy')} />
        )}
      </Dialog>
    </>
  );
};

const Value = ({ text, copy }: { readonly text: string; readonly copy: string }) => (
  <span className={styles.fact}>
    <code>{text}</code>
    <CopyButton text={text} label={copy} />
  </span>
);

/** The address and credentials of the service's calls, for its operator. */
const PartnerAddress = ({ account }: { readonly account: Account }) => {
  const { t, i18n } = useTranslation();
  const { queries } = usePlatform();
  const endpoints = useAnswer('legacy.endpoints', { accountID: account.accountID }).value;
  if (endpoints === undefined) return null;
  const { address, username, passwordSince } = endpoints;
  return (
    <Row name="partner" label={t('connection.legacy.row')} tone="mild">
      <p>{t('connection.legacy.give')}</p>
      <dl className={styles.facts}>
        <dt>{t('connection.legacy.address')}</dt>
        <dd>
          {address === null ? (
            t('connection.legacy.noAddress')
          ) : (
            <Value text={address} copy={t('connection.legacy.copyAddress')} />
          )}
        </dd>
        <dt>{t('connection.legacy.username')}</dt>
        <dd>
          <Value text={username} copy={t('connection.legacy.copyUsername')} />
        </dd>
        <dt>{t('connection.legacy.password')}</dt>
        <dd>
          <span>
            {passwordSince === null
              ? t('connection.legacy.passwordNone')
              : t('connection.legacy.passwordSince', {
                  date: formatDateAndTime(passwordSince, i18n.language),
                })}
          </span>
          <NewPassword
            account={account}
            hasPassword={passwordSince !== null}
            onCreated={() => void queries.refetch('legacy.endpoints')}
          />
        </dd>
      </dl>
    </Row>
  );
};

type Props = { readonly account: Account; readonly report: ConnectionReport };

/** Scrolls to the tunnel section of this page (tunnel-section.tsx). */
const showTunnel = (): void => document.getElementById('tunnel-title')?.scrollIntoView();

/** Keys of texts. The states of webhooks and polling, which a legacy account lacks, mean waiting for a call. */
const textKeys = {
  signedOut: 'signedOut',
  signInRefused: 'signInRefused',
  away: 'away',
  lost: 'unreachable',
  noPassword: 'noPassword',
  broken: 'waiting',
  unused: 'waiting',
  unknown: 'waiting',
  unproven: 'waiting',
  checked: 'waiting',
  instant: 'called',
} as const satisfies Readonly<Record<LeadFlow, string>>;

const Calls = ({ account, report }: Props) => {
  const { t } = useTranslation();
  const { receiver } = report;
  const flow = deriveLeadFlow(account, report);
  const ago = useAgo(receiver.lastDeliveryAt) ?? '';
  return (
    <Row
      name="calls"
      label={t('connection.rows.leads')}
      tone={flowTones[flow]}
      action={
        flow === 'lost' && (
          <Button onClick={showTunnel}>{t('connection.legacy.leads.setUp')}</Button>
        )
      }
    >
      <p>{t(`connection.legacy.leads.${textKeys[flow]}`, { ago })}</p>
      {receiver.refused > 0 && (
        <p data-faint>{t('connection.webhooks.refused', { count: receiver.refused })}</p>
      )}
    </Row>
  );
};

export const LegacyRows = ({ account, report }: Props) => {
  const { t } = useTranslation();
  return (
    <>
      <Calls account={account} report={report} />
      <PartnerAddress account={account} />
      <Row name="polling" label={t('connection.rows.check')} tone="idle">
        {t('connection.legacy.check')}
      </Row>
      <Row name="backfill" label={t('connection.rows.history')} tone="idle">
        {t('connection.legacy.history')}
      </Row>
    </>
  );
};
