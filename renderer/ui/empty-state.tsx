/** An empty list: what will appear here, and the next step. */
import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './ui.module.css';

type Props = {
  readonly icon: Icon;
  readonly iconSize?: number;
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly children?: ReactNode;
};

export const EmptyState = ({
  icon: StateIcon,
  iconSize = 28,
  title,
  text,
  action,
  children,
}: Props) => (
  <div className={styles.nothing} data-nothing>
    <span className={styles.nothingIcon} aria-hidden>
      <StateIcon size={iconSize} stroke={1.5} />
    </span>
    <h2>{title}</h2>
    <p>{text}</p>
    {action !== undefined && (
      <Button mt={8} onClick={action.run}>
        {action.label}
      </Button>
    )}
    {children}
  </div>
);
