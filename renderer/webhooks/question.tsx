/** A button that asks first. */
import { Button } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';

type Props = {
  readonly label: string;
  readonly title: string;
  readonly act: string;
  /** Whether it takes something away. */
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly onAct: () => void;
  readonly children: ReactNode;
};

export const Question = ({ label, title, act, danger, busy, onAct, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => dialog.current?.close();
  return (
    <>
      <BusyButton variant="default" busy={busy} onClick={() => dialog.current?.showModal()}>
        {label}
      </BusyButton>
      <Dialog
        ref={dialog}
        title={title}
        action={
          <Button
            variant={danger === true ? 'danger' : 'filled'}
            onClick={() => {
              close();
              onAct();
            }}
          >
            {act}
          </Button>
        }
      >
        {children}
      </Dialog>
    </>
  );
};
