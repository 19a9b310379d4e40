/** A thin bar at the top of the window: a condition and its actions. */
import { Button } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useFocusNext } from '../ui/focus-back.ts';
import styles from './app.module.css';

export const barIcon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

export type BarAction = { readonly label: string; readonly run: () => void };

type BarProps = {
  readonly name: string;
  readonly tone: 'quiet' | 'warning' | 'danger';
  readonly icon: ReactNode;
  readonly text: string;
  readonly actions?: readonly BarAction[];
};

export const Bar = ({ name, tone, icon, text, actions = [] }: BarProps) => {
  const bar = useRef<HTMLDivElement>(null);
  useFocusNext(bar);
  return (
    <div ref={bar} role="status" className={styles.bar} data-bar={name} data-tone={tone}>
      {icon}
      <span>{text}</span>
      {actions.map(({ label, run }) => (
        <Button key={label} variant="default" h={24} px={8} fz={12} onClick={run}>
          {label}
        </Button>
      ))}
    </div>
  );
};
