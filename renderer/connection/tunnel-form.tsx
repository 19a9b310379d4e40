/** The kinds of tunnels, with the hub in a team, and the fields of the chosen one. */
import { Button } from '@mantine/core';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoreApi } from 'zustand';
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
import { focusOnMount } from '../ui/focus-back.ts';
import type { TunnelState } from './tunnel.ts';
import styles from './tunnel.module.css';

type FieldName = SetupMistake['field'];

const maxLengths: Readonly<Record<FieldName, number>> = {
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
  readonly mistakes: readonly SetupMistake[];
  readonly field: FieldName;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly isPort?: boolean;
};

const TunnelField = (props: FieldProps) => {
  const { mistakes, field, label, hint, value, onChange, placeholder, isPort = false } = props;
  const { t } = useTranslation('tunnel');
  const id = useId();
  const mistake = mistakes.find((each) => each.field === field);
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
        onChange={({ currentTarget: { value: text } }) =>
          onChange(isPort ? text.replaceAll(/\D/g, '').slice(0, maxPortDigits) : text)
        }
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
  /** Called on Cancel, and once the tunnel is set up. */
  readonly onClose: () => void;
};

type FieldsProps = Pick<Props, 'tunnel' | 'port'> & {
  readonly mistakes: readonly SetupMistake[];
  readonly setup: TunnelSetup;
  /** Changes the setup, and removes the mistake of the changed field. */
  readonly change: (field: FieldName, part: Partial<TunnelSetup>) => void;
};

const downloads =
  'https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/downloads/';

const AddressFields = ({ mistakes, port, setup, change }: FieldsProps) => {
  const { t } = useTranslation('tunnel');
  const here = `http://127.0.0.1:${port ?? ''}`;
  return (
    <TunnelField
      mistakes={mistakes}
      field="address"
      label={t('form.address')}
      placeholder="https://leads.example.com"
      value={setup.address}
      onChange={(address) => change('address', { address })}
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

const CloudflaredFields = ({ mistakes, tunnel, setup, change }: FieldsProps) => {
  const { t } = useTranslation('tunnel');
  const found = tunnel.cloudflaredFound;
  return (
    <TunnelField
      mistakes={mistakes}
      field="cloudflaredPath"
      label={t('form.program')}
      placeholder={found ?? ''}
      value={setup.cloudflaredPath}
      onChange={(cloudflaredPath) => change('cloudflaredPath', { cloudflaredPath })}
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

const formatPort = (port: number): string => (port === 0 ? '' : String(port));

const SshFields = ({ mistakes, setup, change }: FieldsProps) => {
  const { t } = useTranslation('tunnel');
  const { ssh } = setup;
  const set = (name: keyof typeof ssh, value: string | number): void =>
    change(`ssh.${name}`, { ssh: { ...ssh, [name]: value } });
  const bindText = (name: 'host' | 'user' | 'keyFile' | 'bindAddress' | 'address') => ({
    mistakes,
    field: `ssh.${name}` as const,
    value: ssh[name],
    onChange: (text: string) => set(name, text),
  });
  const bindPort = (name: 'port' | 'remotePort') => ({
    mistakes,
    field: `ssh.${name}` as const,
    label: t(`form.${name}`),
    isPort: true,
    value: formatPort(ssh[name]),
    onChange: (text: string) => set(name, Number(text)),
  });
  return (
    <>
      <div className={styles.line}>
        <TunnelField
          {...bindText('host')}
          label={t('form.host')}
          placeholder="server.example.com"
        />
        <TunnelField {...bindPort('port')} />
      </div>
      <TunnelField {...bindText('user')} label={t('form.user')} />
      <TunnelField
        {...bindText('keyFile')}
        label={t('form.keyFile')}
        hint={t('form.keyFileHint')}
      />
      <div className={styles.line}>
        <TunnelField {...bindText('bindAddress')} label={t('form.bindAddress')} />
        <TunnelField {...bindPort('remotePort')} />
      </div>
      <TunnelField
        {...bindText('address')}
        label={t('form.sshAddress')}
        placeholder="https://leads.example.com"
        hint={t('form.sshAddressHint', {
          bind: ssh.bindAddress,
          port: formatPort(ssh.remotePort),
        })}
      />
    </>
  );
};

const kinds = ['hub', 'address', 'cloudflared', 'ssh'] as const;
const fieldsByKind = {
  hub: null,
  address: AddressFields,
  cloudflared: CloudflaredFields,
  ssh: SshFields,
};

export const TunnelForm = ({ store, tunnel, port, onClose }: Props) => {
  const { t } = useTranslation(['tunnel', 'translation']);
  const name = useId();
  const [setup, setSetup] = useState<TunnelSetup>(tunnel.setup);
  const [mistakes, setMistakes] = useState<readonly SetupMistake[]>([]);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const offered = kinds.filter((kind) => kind !== 'hub' || tunnel.hasHub);
  const { setUp, clearError } = store.getState();
  const change: FieldsProps['change'] = (field, part) => {
    setSetup({ ...setup, ...part });
    setMistakes(mistakes.filter((mistake) => mistake.field !== field));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const found = await setUp(setup);
    setBusy(false);
    setMistakes(found ?? []);
    // A canceled form must not close the next one.
    if (found?.length === 0 && form.current !== null) onClose();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)}>
      <fieldset className={styles.kinds}>
        <legend>{t('form.legend')}</legend>
        {offered.map((kind) => {
          const Fields = fieldsByKind[kind];
          const isChosen = setup.kind === kind;
          return (
            <div key={kind} className={styles.kind} data-chosen={isChosen}>
              <label>
                <input
                  type="radio"
                  ref={
                    isChosen || (setup.kind === 'off' && kind === offered[0]) ? focusOnMount : null
                  }
                  name={name}
                  value={kind}
                  checked={isChosen}
                  aria-describedby={`${name}-${kind}`}
                  onChange={() => {
                    clearError();
                    setMistakes([]);
                    setSetup({ ...setup, kind });
                  }}
                />
                {t(`kinds.${kind}.name`)}
              </label>
              <p id={`${name}-${kind}`} className={styles.about}>
                {t(`kinds.${kind}.text`)}
              </p>
              {isChosen && Fields !== null && (
                <div className={styles.fields}>
                  <Fields {...{ mistakes, tunnel, port, setup, change }} />
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
        <Button variant="subtle" onClick={onClose}>
          {t('translation:common.cancel')}
        </Button>
      </div>
    </form>
  );
};
