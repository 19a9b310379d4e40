/**
 * A button whose work may be under way. It then does nothing, but stays where the keyboard is: a
 * button that is disabled loses the focus.
 */
import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

type Props = ButtonProps &
  Pick<ComponentProps<'button'>, 'children' | 'aria-label' | 'type' | 'form'> & {
    readonly busy: boolean;
    /** Nothing where it submits a form. */
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
