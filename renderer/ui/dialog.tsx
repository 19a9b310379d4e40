/** A modal dialog. The native element keeps the focus inside and restores it afterwards. */
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import styles from './dialog.module.css';
import { FailureBox } from './failure-box.tsx';

type Props = {
  /** Opens by `showModal()` and closes by `close()`. */
  readonly ref: Ref<HTMLDialogElement>;
  readonly title: string;
  readonly children: ReactNode;
  readonly action: ReactNode;
  /** Hides Cancel once the action is done. */
  readonly isDone?: boolean;
  /** The label of the closing button; "Cancel" by default. */
  readonly leave?: string;
  readonly error?: Failure | null;
  readonly onClose?: () => void;
};

export const Dialog = ({
  ref,
  title,
  children,
  action,
  isDone = false,
  leave,
  error = null,
  onClose,
}: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const end = useRef<HTMLDivElement>(null);
  // Enter may have submitted a long form from its first field.
  useEffect(() => {
    if (error !== null) end.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <dialog ref={ref} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
      <div ref={end}>
        <FailureBox error={error} mt={16} />
        <div className={styles.foot}>
          {!isDone && (
            <Button onClick={(event) => event.currentTarget.closest('dialog')?.close()}>
              {leave ?? t('common.cancel')}
            </Button>
          )}
          {action}
        </div>
      </div>
    </dialog>
  );
};
