/** A field of the tunnel's form with its hint and mistake. */
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { SetupMistake } from '../../contract/commands/tunnel.ts';
import {
  longestHost,
  longestHostUser,
  longestPath,
  longestPublicAddress,
  mostPortDigits,
} from '../../contract/limits.ts';
import type { TunnelState } from './tunnel.ts';
import styles from './tunnel.module.css';

const maxLengths: Readonly<Record<SetupMistake['field'], number>> = {
  address: longestPublicAddress,
  cloudflaredPath: longestPath,
  'ssh.host': longestHost,
  'ssh.port': mostPortDigits,
  'ssh.user': longestHostUser,
  'ssh.keyFile': longestPath,
  'ssh.bindAddress': longestHost,
  'ssh.remotePort': mostPortDigits,
  'ssh.address': longestPublicAddress,
};

type Props = {
  readonly store: StoreApi<TunnelState>;
  readonly field: SetupMistake['field'];
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly isPort?: boolean;
};

export const TunnelField = (props: Props) => {
  const { store, field, label, hint, value, onChange, placeholder, isPort = false } = props;
  const { t } = useTranslation('tunnel');
  const id = useId();
  const mistake = useStore(store, ({ mistakes }) => mistakes.find((one) => one.field === field));
  const change = (text: string): void => {
    store.getState().clearMistake(field);
    onChange(isPort ? text.replaceAll(/\D/g, '').slice(0, mostPortDigits) : text);
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
