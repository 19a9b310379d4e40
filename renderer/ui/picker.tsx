/** Chooses the account or business of a page; renders nothing if there is only one. */
import '@mantine/core/styles/Input.css';
import { useId } from 'react';
import type { Account } from '../../contract/accounts.ts';
import { Select } from './select.tsx';
import styles from './ui.module.css';

type Option = { readonly value: string; readonly label: string };

type Props = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (
    | Option
    | { readonly group: string; readonly items: readonly Option[] }
  )[];
  readonly onChoose: (value: string) => void;
};

export const Picker = ({ label, value, options, onChoose }: Props) => {
  const id = useId();
  const count = options.reduce((sum, each) => sum + ('items' in each ? each.items.length : 1), 0);
  if (count < 2) return null;
  return (
    <div className={styles.picker}>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={value}
        data={options.map((each) => ('items' in each ? { ...each, items: [...each.items] } : each))}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </div>
  );
};

/** Names an account so that it differs from all others. */
export const formatAccountName = ({ profileName, userName, email, accountID }: Account): string =>
  `${profileName} · ${userName || email || accountID}`;
