/** A button that ignores clicks while busy, but keeps the focus, which a disabled one would lose. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

type Props = ButtonProps &
  Pick<ComponentProps<'button'>, 'children' | 'aria-label' | 'type' | 'form'> & {
    readonly busy: boolean;
    /** Omitted where it submits a form. */
    readonly onClick?: () => void;
  };

export const BusyButton = ({ busy, onClick, ...rest }: Props) => (
  <Button
    {...rest}
    aria-disabled={busy}
    data-disabled={busy || undefined}
    onClick={(event) => {
      if (busy) event.preventDefault();
      else onClick?.();
    }}
  />
);
