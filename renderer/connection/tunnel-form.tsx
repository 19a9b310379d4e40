/** The kinds of tunnels, with the hub in a team, and the fields of the chosen one. */
import { Button } from '@mantine/core';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type StoreApi, useStore } from 'zustand';
import type { TunnelReport, TunnelSetup, SetupMistake } from '../../contract/commands/tunnel.ts';
import {
  maxHostLength,
  maxHostUserLength,
  maxPathLength,
  maxPublicAddressLength,
  maxPortDigits,
} from '../../contract/limits.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import type { TunnelState } from './tunnel.ts';
import styles from './tunnel.module.css';

const maxLengths: Readonly<Record<SetupMistake['field'], number>> = {
  address: maxPublicAddressLength,
  cloudflaredPath: maxPathLength,
  'ssh.host': maxHostLength,
  'ssh.port': maxPortDigits,
  'ssh.user': maxHostUserLength,
  'ssh.keyFile': maxPathLength,
  'ssh.bindAddress': maxHostLength,
  'ssh.remotePort': maxPortDigits,
  'ssh.address': maxPublicAddressLength,
};

type FieldProps = {
  readonly store: StoreApi<TunnelState>;
  readonly field: SetupMistake['field'];
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly isPort?: boolean;
};

/** A field with its hint and mistake. */
const TunnelField = (props: FieldProps) => {
  const { store, field, label, hint, value, onChange, placeholder, isPort = false } = props;
  const { t } = useTranslation('tunnel');
  const id = useId();
  const mistake = useStore(store, ({ mistakes }) => mistakes.find((one) => one.field === field));
  const change = (text: string): void => {
    store.getState().clearMistake(field);
    onChange(isPort ? text.replaceAll(/\D/g, '').slice(0, maxPortDigits) : text);
  };
  return (
    <div className={styles.field} data-field={field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode={isPort ? 'numeric' : 'text'}
        spellCheck={false}
        autoComplete="off"
        maxLength={maxLengths[field]}
        placeholder={placeholder}
        value={value}
        aria-invalid={mistake !== undefined}
        aria-describedby={`${id}-hint ${id}-mistake`}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div id={`${id}-mistake`} role="alert" className={styles.mistake}>
        {mistake !== undefined && t(`mistakes.${mistake.reason}`)}
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
};

type Props = {
  readonly store: StoreApi<TunnelState>;
  readonly tunnel: TunnelReport;
  /** Port of the receiver on 127.0.0.1. */
  readonly port: number | null;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

type FieldsProps = Pick<Props, 'store' | 'tunnel' | 'port'> & {
  readonly setup: TunnelSetup;
  readonly change: (change: Partial<TunnelSetup>) => void;
};

const downloads =
  'https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/downloads/';

const AddressFields = ({ store, port, setup, change }: FieldsProps) => {
  const { t } = useTranslation('tunnel');
  const here = `http://127.0.0.1:${port ?? ''}`;
  return (
    <TunnelField
      store={store}
      field="address"
      label={t('form.address')}
      placeholder="https://leads.example.com"
      value={setup.address}
      onChange={(address) => change({ address })}
      hint={
        <>
          {t('form.addressHint')}{' '}
          <span className={styles.address}>
            <bdi>{here}</bdi>
            <CopyButton text={here} label={t('copyPort')} />
          </span>
        </>
      }
    />
  );
};

const CloudflaredFields = ({ store, tunnel, setup, change }: FieldsProps) => {
  const { t } = useTranslation('tunnel');
  const found = tunnel.cloudflaredFound;
  return (
    <TunnelField
      store={store}
      field="cloudflaredPath"
      label={t('form.program')}
      placeholder={found ?? ''}
      value={setup.cloudflaredPath}
      onChange={(cloudflaredPath) => change({ cloudflaredPath })}
      hint={
        found === null ? (
          <>
            {t('form.programMissing')} <ExternalLink url={downloads}>{t('form.get')}</ExternalLink>
          </>
        ) : (
          <bdi>{t('form.programFound', { path: found })}</bdi>
        )
      }
    />
  );
};

const portText = (port: number): string => (port === 0 ? '' : String(port));

const SshFields = ({ store, setup, change }: FieldsProps) => {
  const { t } = useTranslation('tunnel');
  const { ssh } = setup;
  const set = (part: Partial<TunnelSetup['ssh']>): void => change({ ssh: { ...ssh, ...part } });
  const textField = (name: 'host' | 'user' | 'keyFile' | 'bindAddress' | 'address') => ({
    store,
    field: `ssh.${name}` as const,
    value: ssh[name],
    onChange: (text: string) => set({ [name]: text }),
  });
  const portField = (name: 'port' | 'remotePort') => ({
    store,
    field: `ssh.${name}` as const,
    label: t(`form.${name}`),
    isPort: true,
    value: portText(ssh[name]),
    onChange: (text: string) => set({ [name]: Number(text) }),
  });
  return (
    <>
      <div className={styles.line}>
        <TunnelField
          {...textField('host')}
          label={t('form.host')}
          placeholder="server.example.com"
        />
        <TunnelField {...portField('port')} />
      </div>
      <TunnelField {...textField('user')} label={t('form.user')} />
      <TunnelField
        {...textField('keyFile')}
        label={t('form.keyFile')}
        hint={t('form.keyFileHint')}
      />
      <div className={styles.line}>
        <TunnelField {...textField('bindAddress')} label={t('form.bindAddress')} />
        <TunnelField {...portField('remotePort')} />
      </div>
      <TunnelField
        {...textField('address')}
        label={t('form.sshAddress')}
        placeholder="https://leads.example.com"
        hint={t('form.sshAddressHint', {
          bind: ssh.bindAddress,
          port: portText(ssh.remotePort),
        })}
      />
    </>
  );
};

const kinds = ['hub', 'address', 'cloudflared', 'ssh'] as const;
const fieldsOf = {
  hub: null,
  address: AddressFields,
  cloudflared: CloudflaredFields,
  ssh: SshFields,
};

/** The form replaces the button that had the focus. */
const focusOnce = (radio: HTMLInputElement | null): void => radio?.focus();

export const TunnelForm = ({ store, tunnel, port, onDone, onCancel }: Props) => {
  const { t } = useTranslation('tunnel');
  const common = useTranslation().t;
  const name = useId();
  const [setup, setSetup] = useState<TunnelSetup>(tunnel.setup);
  const [busy, setBusy] = useState(false);
  const offered = kinds.filter((kind) => kind !== 'hub' || tunnel.hasHub);
  const { setUp, clearMistakes } = store.getState();
  const change = (part: Partial<TunnelSetup>): void => setSetup({ ...setup, ...part });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const isStarted = await setUp(setup);
    setBusy(false);
    if (isStarted) onDone();
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <fieldset className={styles.kinds}>
        <legend>{t('form.legend')}</legend>
        {offered.map((kind) => {
          const Fields = fieldsOf[kind];
          const isChosen = setup.kind === kind;
          return (
            <div key={kind} className={styles.kind} data-chosen={isChosen}>
              <label>
                <input
                  type="radio"
                  ref={isChosen || (setup.kind === 'off' && kind === offered[0]) ? focusOnce : null}
                  name={name}
                  value={kind}
                  checked={isChosen}
                  aria-describedby={`${name}-${kind}`}
                  onChange={() => {
                    clearMistakes();
                    change({ kind });
                  }}
                />
                {t(`kinds.${kind}.name`)}
              </label>
              <p id={`${name}-${kind}`} className={styles.about}>
                {t(`kinds.${kind}.text`)}
              </p>
              {isChosen && Fields !== null && (
                <div className={styles.fields}>
                  <Fields {...{ store, tunnel, port, setup, change }} />
                </div>
              )}
            </div>
          );
        })}
      </fieldset>
      <div className={styles.foot}>
        <Button type="submit" variant="filled" disabled={busy || setup.kind === 'off'}>
          {busy ? t('form.starting') : t('form.start')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {common('common.cancel')}
        </Button>
      </div>
    </form>
  );
};
