/** A select whose options are numbers or the words of a union. */
import type { ComponentProps } from 'react';
import { Select } from './select.tsx';

type Props<T> = Omit<ComponentProps<typeof Select>, 'value' | 'data' | 'onChange'> & {
  readonly value: T;
  readonly options: readonly T[];
  readonly getLabel: (option: T) => string;
  readonly onChoose: (option: T) => void;
};

export const OptionSelect = <T extends string | number>({
  options,
  getLabel,
  onChoose,
  ...select
}: Props<T>) => (
  <Select
    {...select}
    data={options.map((option) => ({ value: String(option), label: getLabel(option) }))}
    onChange={({ currentTarget }) => {
      const chosen = options.find((option) => String(option) === currentTarget.value);
      if (chosen !== undefined) onChoose(chosen);
    }}
  />
);
