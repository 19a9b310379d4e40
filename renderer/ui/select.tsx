/** Chooses one of a few values from the system's own menu. */
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { IconChevronDown } from '@tabler/icons-react';
import styles from './ui.module.css';

const chevron = <IconChevronDown size={14} stroke={1.75} aria-hidden />;

export const Select = (props: Omit<NativeSelectProps, 'classNames' | 'rightSection'>) => (
  <NativeSelect
    {...props}
    classNames={{ input: styles.select, section: styles.selectSection }}
    rightSection={chevron}
    rightSectionWidth={30}
  />
);
