/** A button that asks for confirmation in a dialog. */
import { Button } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';

type Props = {
  readonly label: string;
  readonly title: string;
  readonly act: string;
  /** It deletes or disables something. */
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly onAct: () => void;
  readonly children: ReactNode;
};

export const Question = ({ label, title, act, danger, busy, onAct, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
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
              dialog.current?.close();
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
