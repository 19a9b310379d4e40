/** A field of the tunnel's form, with what it is for and what is wrong with it beside it. */
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore, type StoreApi } from 'zustand';
import type { SetupProblem } from '../../contract/commands/tunnel.ts';
import {
  longestHost,
  longestHostUser,
  longestPath,
  longestPublicAddress,
  mostPortDigits,
} from '../../contract/limits.ts';
import type { TunnelState } from '../state/tunnel.ts';
import styles from './tunnel.module.css';

const longest: Readonly<Record<SetupProblem['field'], number>> = {
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
  readonly field: SetupProblem['field'];
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** Digits only. */
  readonly isPort?: boolean;
};

export const TunnelField = (props: Props) => {
  const { store, field, label, hint, value, onChange, placeholder, isPort = false } = props;
  const { t } = useTranslation('tunnel');
  const id = useId();
  const problem = useStore(store, ({ problems }) => problems.find((one) => one.field === field));
  const change = (text: string): void => {
    store.getState().clearProblem(field);
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
        maxLength={longest[field]}
        placeholder={placeholder}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-problem`}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem !== undefined && t(`problem.${problem.reason}`)}
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
};
