/** One of a few, all of them on the screen. */
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';

type Props<T extends string> = {
  readonly label: string;
  readonly value: T;
  /** Each with its name, in their order. */
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
};

export const Choice = <T extends string>({ label, value, options, onChange }: Props<T>) => (
  <SegmentedControl
    aria-label={label}
    value={value}
    data={options.map(([option, text]) => ({ value: option, label: text }))}
    onChange={onChange}
    size="sm"
  />
);
