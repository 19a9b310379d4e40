/** A question that must be answered first. The dialog is the browser's own: it keeps and gives back the focus. */
import { useId, type ReactNode, type Ref } from 'react';
import styles from './dialog.module.css';

type Props = {
  /** Opens by `showModal()` and closes by `close()`. */
  readonly ref: Ref<HTMLDialogElement>;
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons, the one that acts last. */
  readonly actions: ReactNode;
  readonly onClose?: () => void;
};

export const Dialog = ({ ref, title, children, actions, onClose }: Props) => {
  const id = useId();
  return (
    <dialog ref={ref} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
      <div className={styles.confirm}>{actions}</div>
    </dialog>
  );
};
