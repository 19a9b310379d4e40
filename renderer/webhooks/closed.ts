import { useEffect, useRef, type RefObject } from 'react';

/** Calls `then` each time the dialog has been closed, by a button or by Escape. */
export const useClosed = (dialog: RefObject<HTMLDialogElement | null>, then: () => void): void => {
  const latest = useRef(then);
  useEffect(() => {
    latest.current = then;
  });
  useEffect(() => {
    const element = dialog.current;
    const closed = (): void => latest.current();
    element?.addEventListener('close', closed);
    return () => element?.removeEventListener('close', closed);
  }, [dialog]);
};
