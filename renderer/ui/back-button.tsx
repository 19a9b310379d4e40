/** Leads back to the screen before. */
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';

type Props = { readonly label: string; readonly onClick: () => void };

export const BackButton = ({ label, onClick }: Props) => (
  <Button
    variant="subtle"
    px={8}
    ml={-8}
    leftSection={<IconArrowLeft size={16} aria-hidden />}
    onClick={onClick}
  >
    {label}
  </Button>
);
