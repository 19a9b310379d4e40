/** A dialog that is a form: its button and Enter submit it. */
import { useId, type ComponentProps, type ReactNode } from 'react';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';

type Props = Omit<ComponentProps<typeof Dialog>, 'action'> & {
  /** The button's label. */
  readonly submit: ReactNode;
  /** Before the submit button. */
  readonly otherAction?: ReactNode;
  readonly busy?: boolean;
  readonly className?: string | undefined;
  readonly onSubmit: () => void;
};

export const FormDialog = ({
  submit,
  otherAction,
  busy = false,
  className,
  onSubmit,
  children,
  ...dialog
}: Props) => {
  const id = useId();
  return (
    <Dialog
      {...dialog}
      action={
        <>
          {otherAction}
          <BusyButton variant="filled" type="submit" form={id} busy={busy}>
            {submit}
          </BusyButton>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
};
