/** A button that is an icon: it always has a name, which is also its tooltip, with its key. */
import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  readonly label: string;
  /** The key that does the same, as it is printed on the keyboard. */
  readonly hotkey?: string;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
};

export const IconButton = ({ label, hotkey, pressed, expanded, onClick, children }: Props) => (
  <Tooltip label={hotkey === undefined ? label : `${label} (${hotkey})`}>
    <ActionIcon
      aria-label={label}
      aria-keyshortcuts={hotkey}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
);
