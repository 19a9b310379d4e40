/** Rows of settings: label, text and control. The search hides other rows and highlights its words. */
import { SegmentedControl, Switch } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/Switch.css';
import { createContext, use, type ReactNode } from 'react';
import type { Settings } from '../../contract/settings.ts';
import { Marked } from '../ui/marked.tsx';
import type { Setting, SettingName } from './catalog.ts';
import { findSpans } from './search.ts';
import styles from './settings.module.css';

type Found = {
  readonly queryWords: readonly string[];
  readonly settings: ReadonlyMap<SettingName, Setting>;
};

/** The result of the search. */
export const FoundContext = createContext<Found>({ queryWords: [], settings: new Map() });

/** A setting if it matches, else undefined. */
const useFound = (name: SettingName): Setting | undefined => use(FoundContext).settings.get(name);

/** Text with the matches of the search highlighted. */
export const FoundText = ({ text }: { readonly text: string }) => (
  <Marked text={text} spans={findSpans(use(FoundContext).queryWords, text)} />
);

type IfFoundProps = { readonly name: SettingName; readonly children: ReactNode };

export const IfFound = ({ name, children }: IfFoundProps) => useFound(name) && children;

export type SectionProps = {
  readonly settings: Settings;
  readonly set: (part: Partial<Settings>) => void;
};

type RowProps = {
  readonly label: ReactNode;
  readonly text?: ReactNode;
  readonly children: ReactNode;
};

export const Row = ({ label, text, children }: RowProps) => (
  <div className={styles.setting}>
    <div>
      {label}
      {text !== undefined && <p>{text}</p>}
    </div>
    <div className={styles.control}>{children}</div>
  </div>
);

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
    <Row
      label={<FoundText text={setting.label} />}
      text={shownText === '' ? undefined : <FoundText text={shownText} />}
    >
      {typeof children === 'function' ? children(setting.label) : children}
    </Row>
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
  readonly getLabel: (option: T) => string;
  readonly onChange: (option: T) => void;
};

export const ChoiceRow = <T extends string | number>(props: ChoiceProps<T>) => {
  const { name, value, options, getLabel, onChange } = props;
  return (
    <SettingRow name={name}>
      {(label) => (
        <SegmentedControl
          aria-label={label}
          value={String(value)}
          data={options.map((option) => ({ value: String(option), label: getLabel(option) }))}
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
