/** The state of the tunnel, a row for each aspect. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoreApi } from 'zustand';
import type { RoundTrip, TunnelReport, TunnelFailureCode } from '../../contract/commands/tunnel.ts';
import type { TunnelState } from './tunnel.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatDateAndTime, formatNumber } from '../platform/format.ts';
import { useAgo, useIn } from '../ui/time-words.ts';
import { Row } from './row.tsx';
import connection from './connection.module.css';
import styles from './tunnel.module.css';

type Props = {
  readonly store: StoreApi<TunnelState>;
  readonly tunnel: TunnelReport;
  /** True if a real account is connected. */
  readonly isServing: boolean;
  /** True if a connected account's service lists no leads, so that polling finds no new ones. */
  readonly hasNoLeadList: boolean;
};
/** Failures that the program's output explains better than our texts. */
const codesWithOutput = new Set<TunnelFailureCode>([
  'program_ended',
  'no_answer',
  'quick_tunnel_refused',
  'edge_lost',
  'forward_refused',
]);

type PartProps = Pick<Props, 'store' | 'tunnel'>;

const State = ({ store, tunnel }: PartProps) => {
  const { t, i18n } = useTranslation('tunnel');
  const { state, setup, isWorking } = tunnel;
  const next = useIn(state.state === 'retrying' ? state.nextAt : null);
  const { run, checkHostKey } = store.getState();
  const label = t('kind');
  const kind =
    setup.kind === 'off'
      ? ''
      : setup.kind === 'ssh'
        ? t('kinds.ssh.short', { host: setup.ssh.host })
        : t(`kinds.${setup.kind}.short`);
  if (state.state === 'off') return null;
  if (state.state === 'starting')
    return (
      <Row name="tunnel" label={label} tone="idle">
        <p>{kind}</p>
        <p role="status">{t('state.starting')}</p>
      </Row>
    );
  if (state.state === 'up')
    return (
      <Row name="tunnel" label={label} tone={isWorking ? 'good' : 'mild'}>
        <p>{kind}</p>
        <p data-faint={isWorking || undefined}>
          {t(isWorking ? 'state.up' : 'state.deaf', {
            date: formatDateAndTime(state.since, i18n.language),
          })}
        </p>
      </Row>
    );
  const isKey = state.why === 'host_unknown' || state.why === 'host_changed';
  const isRetrying = state.state === 'retrying';
  return (
    <Row
      name="tunnel"
      label={label}
      tone={isRetrying ? 'mild' : 'bad'}
      action={
        <Button onClick={() => void (isKey ? checkHostKey() : run('tunnel.retry'))}>
          {t(isKey ? 'showKey' : 'tryNow')}
        </Button>
      }
    >
      <p>{kind}</p>
      <p role="status" data-why={state.why}>
        <b>{t(`state.${state.state}`)}.</b> {t(`failures.${state.why}.what`)}{' '}
        {t(`failures.${state.why}.act`)}
      </p>
      {isRetrying && (
        <p data-faint className="tabular">
          {state.nextAt === null && setup.kind !== 'hub'
            ? t('state.reconnecting')
            : next === null
              ? t('state.trying')
              : t('state.nextTry', { in: next })}
        </p>
      )}
      {codesWithOutput.has(state.why) && state.detail !== '' && (
        <p data-faint>
          <bdi>{t('output', { detail: state.detail })}</bdi>
        </p>
      )}
    </Row>
  );
};

const Address = ({ tunnel: { address, isWorking } }: { readonly tunnel: TunnelReport }) => {
  const { t } = useTranslation('tunnel');
  if (address === null) return null;
  return (
    <Row name="address" label={t('address')} tone={isWorking ? 'good' : 'idle'}>
      <span className={styles.address}>
        <bdi>{address}</bdi>
        <CopyButton text={address} label={t('copyAddress')} />
      </span>
    </Row>
  );
};

/** Failures that also occur if the router does not support NAT loopback. */
const loopbackFailures = new Set<Extract<RoundTrip, { outcome: 'failed' }>['why']>([
  'refused',
  'unreachable',
  'timeout',
  'cut',
]);

const Outcome = ({ roundTrip }: { readonly roundTrip: RoundTrip }) => {
  const { t, i18n } = useTranslation('tunnel');
  const ago = useAgo(roundTrip.at) ?? '';
  if (roundTrip.outcome === 'arrived') {
    const ms = formatNumber(roundTrip.ms, i18n.language);
    return <p className="tabular">{t('arrived', { ago, ms })}</p>;
  }
  return (
    <p data-why={roundTrip.why}>
      {t(`missed.${roundTrip.why}`, { ago, status: roundTrip.status ?? 0 })}
    </p>
  );
};

const Test = ({ store, tunnel }: PartProps) => {
  const { t } = useTranslation('tunnel');
  const [isSending, setSending] = useState(false);
  const { roundTrip, address, isChecking, state, setup } = tunnel;
  const hasArrived = roundTrip?.outcome === 'arrived';
  if (address === null) return null;
  const busy = isSending || isChecking;
  const send = async (): Promise<void> => {
    setSending(true);
    await store.getState().run('tunnel.check');
    setSending(false);
  };
  return (
    <Row
      name="test"
      label={t('test')}
      tone={
        hasArrived && state.state === 'up'
          ? 'good'
          : hasArrived || roundTrip === null
            ? 'idle'
            : 'mild'
      }
      action={
        <BusyButton busy={busy} onClick={() => void send()}>
          {busy ? t('sending') : t('sendTest')}
        </BusyButton>
      }
    >
      <div role="status">
        {roundTrip === null ? <p>{t('notSent')}</p> : <Outcome roundTrip={roundTrip} />}
        {setup.kind === 'address' &&
          roundTrip?.outcome === 'failed' &&
          loopbackFailures.has(roundTrip.why) && <p data-faint>{t('inside')}</p>}
      </div>
    </Row>
  );
};

export const TunnelRows = ({ store, tunnel, isServing, hasNoLeadList }: Props) => {
  const { t } = useTranslation('tunnel');
  const { state } = tunnel.state;
  const isDown =
    state === 'retrying' || state === 'failed' || (state === 'up' && !tunnel.isWorking);
  const [listed, unlisted] = isDown
    ? (['down.polling', 'down.noList'] as const)
    : (['down.underneath', 'down.underneathNoList'] as const);
  return (
    <dl className={connection.rows}>
      <State store={store} tunnel={tunnel} />
      <Address tunnel={tunnel} />
      <Test store={store} tunnel={tunnel} />
      {isServing && (
        <Row
          name="fallback"
          label={t(isDown ? 'meanwhile' : 'fallback')}
          tone={isDown || hasNoLeadList ? 'mild' : 'idle'}
        >
          <p>{t(hasNoLeadList ? unlisted : listed)}</p>
        </Row>
      )}
    </dl>
  );
};
