/** One thin bar above everything: what is wrong, and what can be done about it. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './app.module.css';

export const barIcon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

export type BarAction = { readonly label: string; readonly run: () => void };

type BarProps = {
  readonly name: string;
  readonly tone: 'quiet' | 'warning' | 'danger';
  readonly icon: ReactNode;
  readonly text: string;
  readonly action?: BarAction;
  /** What can be done as well. */
  readonly others?: readonly BarAction[];
};

export const Bar = ({ name, tone, icon, text, action, others = [] }: BarProps) => (
  <div role="status" className={styles.bar} data-bar={name} data-tone={tone}>
    {icon}
    <span>{text}</span>
    {(action === undefined ? others : [action, ...others]).map(({ label, run }) => (
      <Button key={label} variant="default" h={24} px={8} fz={12} onClick={run}>
        {label}
      </Button>
    ))}
  </div>
);
