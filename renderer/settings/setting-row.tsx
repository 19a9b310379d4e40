/** Rows of settings: label, text and control. A row is hidden if the search does not match it. */
import { SegmentedControl, Switch } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/Switch.css';
import type { ReactNode } from 'react';
import type { Settings } from '../../contract/settings.ts';
import type { SettingName } from './catalog.ts';
import { FoundText, useFound } from './found.tsx';
import styles from './settings.module.css';

export type SectionProps = {
  readonly settings: Settings;
  readonly set: (part: Partial<Settings>) => void;
};

type Props = {
  readonly name: SettingName;
  /** Replaces the catalog's text. */
  readonly text?: string | undefined;
  /** The control, or its renderer, which uses the row's label as its name. */
  readonly children: ReactNode | ((label: string) => ReactNode);
};

export const SettingRow = ({ name, text, children }: Props) => {
  const setting = useFound(name);
  if (setting === undefined) return null;
  const shownText = text ?? setting.text;
  return (
    <div className={styles.setting}>
      <div>
        <FoundText text={setting.label} />
        {shownText !== '' && (
          <p>
            <FoundText text={shownText} />
          </p>
        )}
      </div>
      <div className={styles.control}>
        {typeof children === 'function' ? children(setting.label) : children}
      </div>
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

type ChoiceProps<T> = {
  readonly name: SettingName;
  readonly value: T;
  readonly options: readonly T[];
  readonly labelOf: (option: T) => string;
  readonly onChange: (option: T) => void;
};

export const ChoiceRow = <T extends string | number>(props: ChoiceProps<T>) => {
  const { name, value, options, labelOf, onChange } = props;
  return (
    <SettingRow name={name}>
      {(label) => (
        <SegmentedControl
          aria-label={label}
          value={String(value)}
          data={options.map((option) => ({ value: String(option), label: labelOf(option) }))}
          onChange={(chosen) => {
            const option = options.find((each) => String(each) === chosen);
            if (option !== undefined) onChange(option);
          }}
          size="sm"
        />
      )}
    </SettingRow>
  );
};
