/** Rows of the settings: label, text and control. A row is hidden if the search does not match it. */
import { SegmentedControl, Switch } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/Switch.css';
import type { ReactNode } from 'react';
import type { Settings } from '../../contract/settings.ts';
import type { SettingName } from './catalog.ts';
import { Looked, useFound } from './found.tsx';
import styles from './settings.module.css';

export type SectionProps = {
  readonly settings: Settings;
  readonly set: (part: Partial<Settings>) => void;
};

type Props = {
  readonly name: SettingName;
  /** Replaces the catalog's text. */
  readonly text?: string | undefined;
  /** The control for this accessible name. */
  readonly children: (label: string) => ReactNode;
};

export const SettingRow = ({ name, text, children }: Props) => {
  const setting = useFound(name);
  if (setting === undefined) return null;
  const shownText = text ?? setting.text;
  return (
    <div className={styles.setting}>
      <div>
        <Looked text={setting.label} />
        {shownText !== '' && (
          <p>
            <Looked text={shownText} />
          </p>
        )}
      </div>
      <div className={styles.control}>{children(setting.label)}</div>
    </div>
  );
};

type SwitchProps = Omit<Props, 'children'> & {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
};

export const SwitchRow = ({ name, text, checked, disabled = false, onChange }: SwitchProps) => (
  <SettingRow name={name} text={text}>
    {(label) => (
      <Switch
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )}
  </SettingRow>
);

type ChoiceProps<T extends string> = {
  readonly name: SettingName;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
};

export const ChoiceRow = <T extends string>({ name, value, options, onChange }: ChoiceProps<T>) => (
  <SettingRow name={name}>
    {(label) => (
      <SegmentedControl
        aria-label={label}
        value={value}
        data={options.map(([option, text]) => ({ value: option, label: text }))}
        onChange={onChange}
        size="sm"
      />
    )}
  </SettingRow>
);
