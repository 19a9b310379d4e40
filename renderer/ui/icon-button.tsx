/** An icon button; its name is also its tooltip, with its key. */
import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Hint } from '../platform/keyboard.ts';
import { Tooltip } from './tooltip.tsx';
import styles from './ui.module.css';

type Props = {
  readonly label: string;
  /** The key of the same action, from `getHint`. */
  readonly hint?: Hint;
  readonly expanded?: boolean;
  readonly pressed?: boolean | undefined;
  /** Does nothing now, but keeps the focus, which a disabled button would lose. */
  readonly off?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
};

export const IconButton = ({
  label,
  hint,
  expanded,
  pressed,
  off = false,
  onClick,
  children,
}: Props) => (
  <Tooltip label={hint === undefined ? label : `${label} (${hint.printed})`}>
    <ActionIcon
      aria-label={label}
      aria-keyshortcuts={hint?.spoken}
      aria-expanded={expanded}
      aria-pressed={pressed}
      className={styles.iconButton}
      aria-disabled={off || undefined}
      data-disabled={off || undefined}
      onClick={off ? undefined : onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
);
