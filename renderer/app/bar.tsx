/** A thin bar at the top of the window: a condition and its actions. */
import { Button } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { useRef } from 'react';
import { useFocusNext } from '../ui/focus-back.ts';
import styles from './app.module.css';

export type BarAction = { readonly label: string; readonly run: () => void };

export const BarButton = ({ label, run }: BarAction) => (
  <Button h={24} px={8} fz={12} onClick={run}>
    {label}
  </Button>
);

type BarProps = {
  readonly name: string;
  readonly tone: 'quiet' | 'warning' | 'danger';
  readonly icon: TablerIcon;
  readonly text: string;
  readonly actions?: readonly BarAction[];
};

export const Bar = ({ name, tone, icon: Icon, text, actions = [] }: BarProps) => {
  const bar = useRef<HTMLDivElement>(null);
  useFocusNext(bar);
  return (
    <div ref={bar} role="status" className={styles.bar} data-bar={name} data-tone={tone}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{text}</span>
      {actions.map((action) => (
        <BarButton key={action.label} {...action} />
      ))}
    </div>
  );
};
