/** A button that asks for confirmation in a dialog. */
import { Button } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';

type Props = {
  readonly label: string;
  readonly title: string;
  readonly confirm: string;
  /** True if it deletes or disables something. */
  readonly isDangerous?: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
};

export const ConfirmButton = ({
  label,
  title,
  confirm,
  isDangerous = false,
  busy,
  onConfirm,
  children,
}: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <BusyButton busy={busy} onClick={() => dialog.current?.showModal()}>
        {label}
      </BusyButton>
      <Dialog
        ref={dialog}
        title={title}
        action={
          <Button
            variant={isDangerous ? 'danger' : 'filled'}
            onClick={() => {
              dialog.current?.close();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        }
      >
        {children}
      </Dialog>
    </>
  );
};
