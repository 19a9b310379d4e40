/** A small button next to a text. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

export const LinkButton = (props: ButtonProps & ComponentProps<'button'>) => (
  <Button variant="link" h={26} px={8} {...props} />
);
